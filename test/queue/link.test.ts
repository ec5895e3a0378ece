import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { queueAddress } from '#queue/address'
import { openLink } from '#queue/redis-link'
import { hasRedis, RedisServer } from '../support/redis.ts'

describe.runIf(hasRedis)('a link to Redis', () => {
  it.each([
    ['is reset', (socket: Socket) => socket.resetAndDestroy(), 'ECONNRESET'],
    ['is ended in good order', (socket: Socket) => socket.end(), 'closed'],
  ])(
    'reports that Redis is unavailable when its connection %s, and then that it is available',
    async (_, breakOff, reason) => {
      const redis = await RedisServer.start()
      const sockets: Socket[] = []
      const between = createServer((socket) => {
        sockets.push(socket)
        const on = connect(redis.port, '127.0.0.1')
        socket.on('error', () => {}).on('close', () => on.destroy())
        socket.pipe(on).pipe(socket)
      }).listen(0, '127.0.0.1')
      await once(between, 'listening')
      const { port } = between.address() as AddressInfo
      const notices: string[] = []
      const link = await openLink(
        queueAddress(`redis://127.0.0.1:${port}`, {}),
        { onNotice: (line) => notices.push(line) },
        new AbortController().signal,
      )
      expect(notices).toEqual([])
      for (const socket of sockets) breakOff(socket)
      await vi.waitFor(() => expect(notices).toHaveLength(2), 5000)
      link.disconnect()
      between.close()
      await redis.kill()
      const where = `Redis at 127.0.0.1:${port}`
      expect(notices).toEqual([
        `${where} is unavailable; waiting for it (${reason})`,
        `${where} is available`,
      ])
    },
  )
})
