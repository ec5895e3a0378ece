import { expect, it } from 'vitest'
import type { EventBody, Target } from '#events/events'
import type { FaultName } from '#world/faults/faults'
import type { PracticeWorld } from '#world/practice-world'
import { faultyWorlds } from '../support/faulty-world.ts'
import type { Told } from '../support/life.ts'
import { versionsFor } from '../support/versions.ts'

const PICKAXE: Target = {
  item: 'wooden_pickaxe',
  count: 1,
  worn: false,
  milestone: 'wooden_pickaxe',
}
const MAX_TICKS = 8000

const live = faultyWorlds()

/** Lets the agent make a wooden pickaxe. @param onStart receives the world before the agent joins. */
function play(
  version: string,
  faults: readonly FaultName[],
  onStart: (world: PracticeWorld) => void = () => {},
) {
  return live({
    ...{ seed: 3, version, faults, onStart },
    ...{ target: PICKAXE, maxTicks: MAX_TICKS, perception: 'seen' },
    onInventory(held, _worn, stop) {
      if (held.wooden_pickaxe) stop.abort('success')
    },
  })
}

function ofType<T extends EventBody['type']>(told: readonly Told[], type: T) {
  return told.flatMap(({ event, tick }) =>
    event.type === type ? [{ ...(event as Extract<EventBody, { type: T }>), tick }] : [],
  )
}

it.each(versionsFor('1.21.4', '1.12.2', '1.16.5', '1.18.2'))(
  'an agent in the queue of a proxy in %s waits, and begins when it is let in',
  async (version) => {
    const { told, carried, world } = await play(version, ['queue'])
    expect(carried).toMatchObject({ wooden_pickaxe: 1 })
    const [queue] = ofType(told, 'login-queue')
    const [join] = ofType(told, 'join')
    const [skill] = ofType(told, 'skill-start')
    expect(told[0]?.event.type).toBe('login-queue')
    expect(queue?.tick).toBeGreaterThan(90)
    expect(join?.tick).toBeGreaterThanOrEqual(590)
    expect(skill?.tick).toBeGreaterThanOrEqual(join?.tick ?? 0)
    expect(Math.abs((join?.position.x ?? 0) - world.terrain.spawn.x)).toBeLessThan(10)
    expect(ofType(told, 'disconnect')).toEqual([])
  },
)

it('an agent whose chunks come late does not take the server for a queue', async () => {
  const { told } = await play('1.16.5', ['slow-chunks'])
  expect(ofType(told, 'login-queue')).toEqual([])
})

it.each(['adventure', 'creative', 'spectator'] as const)(
  'an agent that others put into %s mode waits until it is in survival mode again',
  async (mode) => {
    const begin = 120
    const end = 520
    const actions: number[] = []
    const { told, carried } = await play('1.16.5', [], ({ game }) => {
      const start = game.time.tick
      const note = () => {
        const tick = game.time.tick - start
        if (tick > begin + 10 && tick < end) actions.push(tick)
      }
      game.players.on('join', (player) => {
        for (const packet of ['block_dig', 'block_place', 'window_click'])
          player.receive(packet, note)
      })
      game.time.everyTick(() => {
        const [player] = game.players
        const tick = game.time.tick - start
        if (player && tick === begin) game.editor.setGameMode(player, mode)
        if (player && tick === end) game.editor.setGameMode(player, 'survival')
      })
    })
    expect(carried).toMatchObject({ wooden_pickaxe: 1 })
    expect(ofType(told, 'game-mode').map((event) => event.mode)).toEqual([mode, 'survival'])
    const waits = ofType(told, 'skill-end').filter(({ skill }) => skill === 'await-survival')
    expect(waits).toMatchObject([{ failure: null }])
    expect(waits[0]?.ticks).toBeGreaterThan(370)
    expect(actions).toEqual([])
  },
)
