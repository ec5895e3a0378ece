import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createPracticeWorld, type PracticeWorldOptions } from '#api/practice-world'
import { longIt } from '../support/versions.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Ends a bot twice, as a test and then its world do, and prints which timers keep the process alive. */
const SCRIPT = `
  import { once } from 'node:events'
  import { createPracticeWorld, type PracticeWorldOptions } from 'mineflayer-delver/practice-world'
  const world = await createPracticeWorld()
  const bot = await world.join('Ann')
  bot.end()
  const ended = once(bot, 'end')
  await world.close()
  await ended
  console.log(JSON.stringify(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')))
`

longIt('leaves no timer behind that keeps the process of a test alive', async () => {
  const args = ['--eval', SCRIPT]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
  expect(JSON.parse(stdout)).toEqual([])
})

it('causes no error in a bot that has left when it closes', async () => {
  const world = await createPracticeWorld({ terrain: 'flat' })
  try {
    const bot = await world.join('Ann')
    const errors: unknown[] = []
    bot.on('error', (error) => void errors.push(error))
    bot.end()
    bot._client.emit('error', new Error('read ECONNRESET'))
    expect(errors).toEqual([])
  } finally {
    await world.close()
  }
})

it('refuses calls after its end', async () => {
  const world = await createPracticeWorld({ terrain: 'flat' })
  await world.close()
  await expect(world.inventory('Ann')).rejects.toThrow('the world is closed')
  await expect(world.close()).resolves.toBeUndefined()
})

it.each([
  [{ version: '1.7' }, 'there is no practice world of Minecraft 1.7; versions from 1.12 to 26.1'],
  [{ version: '1.8.8' }, 'there is no practice world of Minecraft 1.8.8'],
  [{ version: 'latest' }, 'there is no practice world of Minecraft latest'],
  [{ difficulty: 'harder' }, 'difficulty must be one of peaceful, easy, normal, hard'],
  [{ terrain: 'void' }, 'terrain must be one of normal, flat'],
  [{ seed: 'x' }, 'seed: x is not a whole number'],
  [{ time: -1 }, 'time: -1 is not a whole number of ticks from 0'],
  [{ speed: 0 }, 'speed: 0 is not a number above 0'],
])('refuses %j in one line', async (options, message) => {
  const start = createPracticeWorld(options as PracticeWorldOptions)
  await expect(start).rejects.toThrow(RangeError)
  await expect(start).rejects.toThrow(message)
  await expect(start).rejects.toThrow(/^.{1,120}$/)
})
