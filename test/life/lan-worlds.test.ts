import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { announcedWorld, lanWorlds } from '#life/lan-worlds'

const LOOPBACK = '127.0.0.1'
const never = new AbortController().signal

/** A free UDP port of this machine. */
async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, LOOPBACK)
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}

/** Announces texts by unicast, again and again as the game does, until `work` settles. */
async function whileAnnouncing<T>(
  port: number,
  texts: readonly string[],
  work: Promise<T>,
): Promise<T> {
  const socket = createSocket('udp4')
  const announce = () => {
    for (const text of texts) socket.send(text, port, LOOPBACK)
  }
  const timer = setInterval(announce, 20)
  try {
    return await work
  } finally {
    clearInterval(timer)
    socket.close()
  }
}

function announced(text: string) {
  return announcedWorld(Buffer.from(text), LOOPBACK)
}

describe('worlds that are open to LAN', () => {
  it('lists each announced world once, with the address of the sender', async () => {
    const port = await freePort()
    const texts = [
      '[MOTD]Steve - New World[/MOTD][AD]51234[/AD]',
      '[MOTD]§aAlex§r - Flat[/MOTD][AD]50000[/AD]',
      'something else',
    ]
    const worlds = await whileAnnouncing(port, texts, lanWorlds({ signal: never, ms: 400, port }))
    expect(worlds).toEqual([
      { host: LOOPBACK, port: 51234, name: 'Steve - New World' },
      { host: LOOPBACK, port: 50000, name: 'Alex - Flat' },
    ])
  })

  it('finds none where no game announces any', async () => {
    expect(await lanWorlds({ signal: never, ms: 20, port: await freePort() })).toEqual([])
  })

  it('stops listening when its signal fires', async () => {
    const stop = new AbortController()
    const search = lanWorlds({ signal: stop.signal, ms: 60_000, port: await freePort() })
    stop.abort(new Error('enough'))
    await expect(search).rejects.toThrow('enough')
  })

  it('reads announcements as untrusted text', () => {
    expect(announced(`[MOTD]${'x'.repeat(300)}\u001b[31m[/MOTD][AD]1[/AD]`)?.name).toHaveLength(80)
    expect(announced('[MOTD]a\n\u202eb[/MOTD][AD]25565[/AD]')?.name).toBe('a b')
    expect(announced('[MOTD][/MOTD][AD]25565[/AD]')?.name).toBe('a world without a name')
    expect(announced('[MOTD]old[/MOTD][AD]0.0.0.0:4000[/AD]')?.port).toBe(4000)
    for (const port of ['0', '65536', '99999', '-1', 'x', ''])
      expect(announced(`[MOTD]a[/MOTD][AD]${port}[/AD]`)).toBeNull()
    expect(announced(`[MOTD]${'x'.repeat(2000)}[/MOTD][AD]1[/AD]`)).toBeNull()
  })
})
