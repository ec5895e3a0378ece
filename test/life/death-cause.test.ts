import { once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ItemCounts } from '#goal/goal'
import type { DeathCause } from '#life/death-cause'
import type { MobName } from '#world/mobs/mob-kinds'
import { type Stage, sharedStage } from '../support/skills.ts'
import { versionsFor } from '../support/versions.ts'

const SOON = 1500
const RESPAWN_TICKS = 40

/** Lets the bot die and says what it thinks of it. */
async function causeOf(stage: Stage, misfortune: () => void | Promise<void>): Promise<string> {
  const { DeathCause } = await import('#life/death-cause')
  const watcher = new DeathCause(stage.context)
  const died = deathOf(stage, watcher)
  await misfortune()
  const cause = await stage.run(died)
  watcher.off()
  await stage.simulation.advance(RESPAWN_TICKS)
  return cause
}

async function deathOf({ bot, context }: Stage, watcher: DeathCause): Promise<string> {
  const late = new AbortController()
  context.body.clock.wait(SOON).then(() => late.abort(new Error(`alive after ${SOON} ticks`)))
  await once(bot, 'death', { signal: late.signal })
  return watcher.cause
}

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('a death in %s', (version) => {
  const on = sharedStage(version, { perception: 'loaded', difficulty: 'normal' })

  it("has the server's words, without the agent's name", async () => {
    const stage = on()
    const { player } = stage
    const cause = await causeOf(stage, () => {
      tellDeath(version, stage, {
        translate: 'death.attack.player',
        with: [{ text: 'tester' }, { text: 'Zombie' }],
      })
      player.vitals.hurt(100, 'mob')
    })
    expect(cause).toBe('was slain by Zombie')
  })
})

describe.each(versionsFor('1.20.4', '1.12.2', '1.16.5'))(
  'a death in the practice world of %s',
  (version) => {
    const on = sharedStage(version, { perception: 'loaded', difficulty: 'normal', time: 14_000 })

    it.each<[string, (stage: Stage) => void | Promise<void>]>([
      ['was slain by Zombie', (stage) => weakBeside(stage, 'zombie', 2)],
      ['was shot by Skeleton', (stage) => weakBeside(stage, 'skeleton', 6)],
      ['fell from a high place', ({ stand }) => stand(0, 40, 0)],
      [
        'drowned',
        ({ fill }) => {
          fill([-3, 0, -3], [3, 6, 3], 'water')
          fill([-3, 2, -3], [3, 2, 3], 'stone')
        },
      ],
      ['tried to swim in lava', ({ fill }) => fill([-3, 0, -3], [3, 2, 3], 'lava')],
    ])('%s', async (words, misfortune) => {
      const stage = on()
      expect(await causeOf(stage, () => misfortune(stage))).toBe(words)
    })
  },
)

describe('what was carried at a death', () => {
  const on = sharedStage('1.16.5', { perception: 'loaded', difficulty: 'normal' })

  it.each<[string, ItemCounts, (stage: Stage) => void | Promise<void>]>([
    ['burns in lava', {}, ({ fill }) => fill([-3, 0, -3], [3, 2, 3], 'lava')],
    ['is left after a fall', { iron_ingot: 3 }, ({ stand }) => stand(0, 40, 0)],
  ])('%s', async (_, lost, misfortune) => {
    const { Telemetry } = await import('#life/telemetry')
    const stage = on()
    const { body, memory, agentState } = stage.context
    await stage.give({ iron_ingot: 3 })
    const told = { record() {}, inventory() {} }
    const telemetry = new Telemetry(told, body, { memory, update() {} }, agentState)
    await causeOf(stage, () => misfortune(stage))
    telemetry.off()
    expect(agentState.deaths.all.map((death) => death.lost)).toEqual([lost])
  })
})

describe('a death that the server does not explain', () => {
  const on = sharedStage('1.16.5', { perception: 'loaded', difficulty: 'normal' })
  beforeAll(() =>
    on().player.connection.filterOutgoing(
      (packet, fields) => packet !== 'combat_event' && !isDeathMessage(fields),
    ),
  )

  it('is attributed to a fall', async () => {
    expect(await causeOf(on(), () => on().stand(0, 40, 0))).toBe('fall')
  })

  it('is attributed to lava', async () => {
    const cause = await causeOf(on(), () => {
      on().fill([-3, 0, -3], [3, 2, 3], 'lava')
    })
    expect(cause).toBe('lava')
  })

  it('is attributed to drowning', async () => {
    const cause = await causeOf(on(), () => {
      on().fill([-3, 0, -3], [3, 6, 3], 'water')
      on().fill([-3, 2, -3], [3, 2, 3], 'stone')
    })
    expect(cause).toBe('drowning')
  })

  it('is attributed to the nearest monster', async () => {
    const stage = on()
    const cause = await causeOf(stage, () => {
      stage.mob('zombie', 5, 0, 0)
      stage.player.vitals.hurt(18, 'starve')
    })
    expect(cause).toBe('zombie')
  })

  it('is attributed to a monster that has left', async () => {
    const stage = on()
    const cause = await causeOf(stage, () => {
      stage.mob('creeper', 2, 0, 0)
      stage.player.vitals.hurt(15, 'starve')
    })
    expect(cause).toBe('creeper')
  })

  it('is attributed to a cactus', async () => {
    const stage = on()
    const cause = await causeOf(stage, () => {
      stage.block(0, -1, 0, 'sand')
      stage.player.vitals.hurt(18, 'void')
      stage.fill([0, 0, 0], [0, 0, 0], 'cactus')
    })
    expect(cause).toBe('cactus')
  })

  it('is attributed to an attack by something out of sight', async () => {
    const stage = on()
    const cause = await causeOf(stage, async () => {
      stage.player.vitals.hurt(5, 'arrow', stage.at(9, 1, 0))
      await stage.simulation.advance(12)
      stage.player.vitals.hurt(100, 'arrow', stage.at(9, 1, 0))
    })
    expect(cause).toBe('something it could not see')
  })

  it('is attributed to an explosion', async () => {
    const stage = on()
    const cause = await causeOf(stage, () => {
      const { x, y, z } = stage.player.position
      const motion = { playerMotionX: 0, playerMotionY: 0, playerMotionZ: 0 }
      stage.player.send('explosion', { x, y, z, radius: 3, affectedBlockOffsets: [], ...motion })
      stage.player.vitals.hurt(100, 'explosion')
    })
    expect(cause).toBe('explosion')
  })

  it('is attributed to what the chat of the server says', async () => {
    const stage = on()
    const cause = await causeOf(stage, () => {
      tellInChat(stage, 'death.attack.drown', 1)
      stage.player.vitals.hurt(100, 'void')
    })
    expect(cause).toBe('drowned')
  })

  it('is not attributed to what a player says in the chat', async () => {
    const stage = on()
    const cause = await causeOf(stage, () => {
      tellInChat(stage, 'death.attack.drown', 0)
      stage.player.vitals.hurt(100, 'void')
    })
    expect(cause).toBe('unknown')
  })

  it('stays unknown without any sign', async () => {
    const stage = on()
    expect(await causeOf(stage, () => stage.player.vitals.hurt(100, 'void'))).toBe('unknown')
  })
})

/** Leaves the bot little health, beside a monster. */
async function weakBeside(stage: Stage, kind: MobName, away: number): Promise<void> {
  stage.player.vitals.hurt(18, 'starve')
  await stage.simulation.advance(12)
  stage.mob(kind, away, 0, 0)
}

/** Sends a message with the player's name in the chat of 1.16; `position` 1 is the server's own, 0 that of players. */
function tellInChat({ player, bot }: Stage, translate: string, position: number): void {
  const message = JSON.stringify({ translate, with: [{ text: bot.username }] })
  const sender = '00000000-0000-0000-0000-000000000000'
  // Not held back as the messages of the world are.
  player.connection.client.write('chat', { message, position, sender })
}

function isDeathMessage({ message }: { message?: unknown }): boolean {
  return typeof message === 'string' && message.includes('"death.')
}

/** Sends what vanilla sends to a player that dies. */
function tellDeath(version: string, { player }: Stage, text: object): void {
  if (version !== '1.21.4') {
    player.send('combat_event', {
      event: 2,
      playerId: player.id,
      entityId: -1,
      message: JSON.stringify(text),
    })
    return
  }
  player.send('death_combat_event', { playerId: player.id, message: asNbt(text) })
}

function asNbt(value: unknown): object {
  if (typeof value === 'string') return { type: 'string', value }
  if (Array.isArray(value))
    return { type: 'list', value: { type: 'compound', value: value.map(inner) } }
  return { type: 'compound', value: inner(value) }
}

function inner(value: unknown): object {
  return Object.fromEntries(
    Object.entries(value as object).map(([key, part]) => [key, asNbt(part)]),
  )
}
