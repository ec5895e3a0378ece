/**
 * Plays an ObtainDiamond trial in real time over a network: the practice world in its own
 * process, behind a connection with a random delay in each direction.
 *
 *     npx node bench/far-server.ts [version] [seed] [perception] [delay in ms]
 */
import { spawn } from 'node:child_process'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'

const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))
const [version = '1.16.5', seed = '1', perception = 'seen', delay = '40'] = process.argv.slice(2)
/** Maximum random addition, as a share of the delay. */
const JITTER = 0.5

const free = createServer()
const port = await listening(free)
free.close()
const world = spawn(process.execPath, [
  ...[LAUNCHER, 'world', '--port', String(port)],
  ...['--mc-version', version, '--seed', seed],
])
await new Promise<void>((resolve, reject) => {
  world.stdout.once('data', () => resolve())
  world.once('exit', () => reject(new Error('the world has ended')))
})
const line = createServer((near) => {
  const far = connect(port, '127.0.0.1')
  pass(near, far)
  pass(far, near)
})
const nearPort = await listening(line)
const { exitCode } = await execa(
  process.execPath,
  [
    ...[LAUNCHER, 'trial', 'obtain_diamond', '--perception', perception],
    ...['--world', 'existing', '--host', '127.0.0.1', '--port', String(nearPort)],
  ],
  { reject: false, stdio: 'inherit' },
)
world.kill('SIGINT')
line.close()
process.exitCode = exitCode ?? 1

/** Listens on a free port. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Forwards data after the delay, in order. */
function pass(from: Socket, to: Socket): void {
  let last = Promise.resolve()
  from.setNoDelay()
  from.on('data', (piece) => {
    const late = Number(delay) * (1 + JITTER * Math.random())
    const due = new Promise((resolve) => setTimeout(resolve, late))
    last = Promise.all([last, due]).then(() => {
      if (to.writable) to.write(piece)
    })
  })
  from.on('close', () => void last.then(() => to.destroy()))
  from.on('error', () => {})
}
