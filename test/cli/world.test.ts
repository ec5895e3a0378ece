import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import mineflayer from 'mineflayer'
import { expect, it } from 'vitest'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))

it('delver world prints who joins, and who dies of what', async () => {
  const port = await freePort()
  const args = ['--port', String(port), '--mc-version', '1.20.4', '--terrain', 'flat']
  const world = execa(process.execPath, [LAUNCHER, 'world', ...args, '--operators', 'Ann'], {
    ...{ reject: false, stdin: 'ignore' },
  })
  let printed = ''
  world.stdout.on('data', (chunk) => {
    printed += String(chunk)
  })
  const prints = async (words: string) => {
    while (!printed.includes(words)) await once(world.stdout, 'data')
  }
  await prints(`on 127.0.0.1:${port}`)
  const bot = mineflayer.createBot({
    ...{ host: '127.0.0.1', port, version: '1.20.4', username: 'Ann', auth: 'offline' },
  })
  await once(bot, 'spawn')
  bot.chat('/kill')
  await once(bot, 'death')
  bot.end()
  await prints('Ann left')
  world.kill()
  await world
  expect(printed).toMatch(/^Ann joined\nAnn was killed at \(-?\d+, -?\d+, -?\d+\)\nAnn left$/m)
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
