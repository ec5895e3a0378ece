import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createPracticeWorld } from '#api/practice-world'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Ends a bot twice, as a test and then its world do, and prints which timers keep the process alive. */
const SCRIPT = `
  import { once } from 'node:events'
  import { createPracticeWorld } from 'mineflayer-delver/practice-world'
  const world = await createPracticeWorld()
  const bot = await world.join('Ann')
  bot.end()
  const ended = once(bot, 'end')
  await world.close()
  await ended
  console.log(JSON.stringify(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')))
`

it('leaves no timer behind that keeps the process of a test alive', async () => {
  const args = ['--eval', SCRIPT]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
  expect(JSON.parse(stdout)).toEqual([])
})

it('refuses calls after its end', async () => {
  const world = await createPracticeWorld({ terrain: 'flat' })
  await world.close()
  await expect(world.inventory('Ann')).rejects.toThrow('the world is closed')
  await expect(world.close()).resolves.toBeUndefined()
})
