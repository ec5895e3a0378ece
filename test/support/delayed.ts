import { Duplex } from 'node:stream'
import { TICK_MS } from '#clock/game-clock'

/** A connection with a latency of `ticks` in each direction. */
export function delayed(socket: Duplex, ticks: number): Duplex {
  const later = (work: () => void) => void setTimeout(work, ticks * TICK_MS)
  const line = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      later(() => socket.writable && socket.write(chunk))
      done()
    },
    final(done) {
      socket.end()
      done()
    },
  })
  socket.on('data', (chunk: Buffer) => later(() => line.push(chunk)))
  socket.on('end', () => line.push(null))
  return Object.assign(line, {
    setNoDelay() {},
    setTimeout() {},
    setKeepAlive() {},
    remoteAddress: '127.0.0.1',
    remotePort: 0,
  })
}
