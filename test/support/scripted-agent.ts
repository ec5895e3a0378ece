import mineflayer, { type Bot } from 'mineflayer'
import type { ItemCounts } from '#goal/goal'
import type { LifeContext, RunLife } from '#life/port'
import { PracticeWorld } from '#world/practice-world'
import { stacksOf } from '#world/windows/stacks'

/** One thing that a scripted agent does: at a tick, it claims to carry something. */
export interface Step {
  tick: number
  held: ItemCounts
  worn?: string[]
  /** Leaves the server's inventory as it is: the claim is a lie. */
  untrue?: true
}

/**
 * Stands in for the agent in tests of trials (load it after the simulation): it joins, walks ahead, records its position, and claims
 * to carry the items of its script. After the script it walks until it is stopped.
 */
export function scriptedAgent(steps: readonly Step[]): RunLife {
  return async (context) => {
    const worldOf = noteWorld()
    const bot = await join(context)
    context.record({
      type: 'join',
      version: bot.version,
      difficulty: bot.game.difficulty ?? null,
      gameMode: bot.game.gameMode,
      position: { ...bot.entity.position },
      spawnPoint: null,
      inventory: {},
    })
    bot.setControlState('forward', true)
    const waiting = [...steps]
    while (!context.signal.aborted) {
      await context.clock.wait(1)
      const step = waiting[0]
      if (step && context.clock.tick >= step.tick) {
        waiting.shift()
        if (!step.untrue) carry(worldOf(), step)
        context.inventory(step.held, step.worn ?? [])
      }
      if (context.clock.tick % 20 === 0) recordVitals(bot, context)
    }
    bot.end()
    return { end: 'stopped', detail: 'the signal fired' }
  }
}

/** Notes which practice world is joined, until it is asked for. */
function noteWorld(): () => PracticeWorld {
  const { prototype } = PracticeWorld
  const { connect } = prototype
  let world: PracticeWorld | undefined
  prototype.connect = function (this: PracticeWorld) {
    world = this
    prototype.connect = connect
    return connect.call(this)
  }
  return () => {
    if (!world) throw new Error('no practice world was joined')
    return world
  }
}

/** Puts what a step claims, and nothing else, into the server's inventory. */
function carry({ game }: PracticeWorld, { held, worn = [] }: Step): void {
  const stacks = stacksOf(game.registry)
  for (const { inventory } of game.players) {
    inventory.takeAll()
    for (const [i, kind] of worn.entries()) inventory.set(5 + i, stacks.make(kind))
    const loose = Object.entries(held).filter(([kind]) => !worn.includes(kind))
    for (const [kind, count] of loose) inventory.give(stacks.make(kind, count))
  }
}

function recordVitals(bot: Bot, context: LifeContext): void {
  context.record({
    type: 'vitals',
    health: bot.health,
    food: bot.food,
    position: { ...bot.entity.position },
    inventory: {},
  })
}

async function join({ connection }: LifeContext): Promise<Bot> {
  const { connect, ...address } = connection
  const inProcess = connect && {
    connect: (client: { setSocket(socket: unknown): void; emit(event: string): void }) => {
      client.setSocket(connect())
      setTimeout(() => client.emit('connect'), 100)
    },
  }
  const bot = mineflayer.createBot({
    ...address,
    ...inProcess,
    validateChannelProtocol: false,
  } as unknown as Parameters<typeof mineflayer.createBot>[0])
  await new Promise<void>((resolve, reject) => {
    bot.once('spawn', () => resolve())
    bot.once('error', reject)
  })
  return bot
}
