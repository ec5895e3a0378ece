import { Journal } from '../../skills/journal.ts'
import type { SkillContext, SkillLog } from '../../skills/skill.ts'
import { NearestSelector } from '../../selector/nearest.ts'
import { Body } from '../body/body.ts'
import { carried, worn } from '../body/carried.ts'
import { UNLOADED } from '../body/cells.ts'
import { connect, ConnectionLost, onLost } from '../body/connect.ts'
import { Stop } from '../body/stop.ts'
import { kindsOf, type Kinds } from '../knowledge/kinds.ts'
import { createPerception, type Perception } from '../perception/perception.ts'
import type { EpisodeContext, EpisodeOutcome } from '../trial/agent-port.ts'
import { Controller } from './controller.ts'
import { pursue } from './deps.ts'
import { Reflexes } from './reflexes.ts'
import { SkillRecorder } from './skill-recorder.ts'
import { SymbolicPlanner } from './symbolic-planner.ts'

/** Waits between attempts to come back after a lost connection (ticks). */
const BACK_OFF_TICKS = [20, 100, 200, 400, 600, 1200] as const
/** What the inventory shows counts only when it has stood for this long: the server may take it back (ticks). */
const SETTLED_TICKS = 4
const VITALS_TICKS = 100

/**
 * Plays one trial: joins, pursues the target by the strategy, and comes back when the connection
 * breaks. Interface of the trial runner.
 */
export async function runEpisode(context: EpisodeContext): Promise<EpisodeOutcome> {
  const kinds = kindsOf(context.connection.version)
  const journal = new Journal()
  let joined = false
  for (let attempt = 0; ; attempt++) {
    try {
      const detail = await live(context, kinds, journal, attempt, () => {
        joined = true
        attempt = 0
      })
      return { end: context.signal.aborted ? 'stopped' : 'gave-up', detail }
    } catch (error) {
      if (context.signal.aborted) return { end: 'stopped', detail: 'stopped' }
      if (!(error instanceof ConnectionLost)) throw error
      context.record({ type: 'disconnect', reason: error.message, kicked: error.kicked })
      const pause = BACK_OFF_TICKS[attempt]
      if (!joined) return { end: error.kicked ? 'kicked' : 'no-server', detail: error.message }
      if (pause === undefined) return { end: error.kicked ? 'kicked' : 'no-server', detail: error.message }
      await context.clock.wait(pause, context.signal).catch(() => {})
      if (context.signal.aborted) return { end: 'stopped', detail: 'stopped' }
    }
  }
}

/** One connection's life. @throws ConnectionLost */
async function live(
  context: EpisodeContext,
  kinds: Kinds,
  journal: Journal,
  attempt: number,
  onJoined: () => void,
): Promise<string> {
  const bot = await connect(context.connection)
  const over = new AbortController()
  let loss: ConnectionLost | undefined
  const lost = onLost(bot, (error) => {
    loss = error
    over.abort(new Stop('disconnected', error.message))
  })
  const stopped = () => over.abort(new Stop('interrupted', 'the trial is over'))
  context.signal.addEventListener('abort', stopped, { once: true })
  const perception = createPerception(bot, kinds, { mode: context.perception, clock: context.clock })
  const body = new Body(bot, kinds, context.clock, (x, y, z) => perception.plannedState(x, y, z) ?? UNLOADED)
  const senses = watch(context, body, perception, journal)
  try {
    if (context.signal.aborted) stopped()
    announce(context, body, attempt)
    onJoined()
    return await act(context, body, perception, journal, over.signal)
  } catch (error) {
    if (loss) throw loss
    if (error instanceof Stop) return error.message
    throw error
  } finally {
    senses.off()
    perception.stop()
    context.signal.removeEventListener('abort', stopped)
    lost.off()
    bot.end('done')
  }
}

/** Pursues the target until it is reached, nothing is left to try, or the signal fires. */
function act(
  context: EpisodeContext,
  body: Body,
  perception: Perception,
  journal: Journal,
  signal: AbortSignal,
): Promise<string> {
  const { kinds } = body
  const log: SkillLog = new SkillRecorder(body, context.record)
  const skills: SkillContext = { body, kinds, memory: perception.memory, journal, signal, log }
  const controller = new Controller(skills, new Reflexes(skills))
  const { item, count } = context.target
  return pursue({ [item]: count }, {
    planner: new SymbolicPlanner(kinds),
    selector: new NearestSelector(),
    controller,
    context: skills,
    record: context.record,
  })
}

function announce(context: EpisodeContext, body: Body, attempt: number): void {
  const { bot } = body
  if (attempt > 0) context.record({ type: 'reconnect', attempt })
  else {
    context.record({
      type: 'join',
      version: bot.version,
      difficulty: bot.game.difficulty ?? 'unknown',
      gameMode: bot.game.gameMode,
      position: rounded(body),
      inventory: body.carried,
    })
  }
}

/** Keeps the senses going: looks each tick, and reports inventory, vitals and deaths to the trial. */
function watch(context: EpisodeContext, body: Body, perception: Perception, journal: Journal): { off(): void } {
  const { bot, kinds } = body
  let changedAt = 0
  let reported = true
  let ticks = 0
  const onSlot = () => {
    changedAt = ticks
    reported = false
  }
  const onTick = () => {
    ticks++
    perception.update()
    if (!reported && ticks - changedAt >= SETTLED_TICKS) {
      reported = true
      context.inventory(
        carried(bot, kinds),
        worn(bot).map((item) => kinds.itemName(item)),
      )
    }
    if (ticks % VITALS_TICKS === 0) {
      context.record({
        type: 'vitals',
        health: bot.health,
        food: bot.food,
        position: rounded(body),
        inventory: body.carried,
      })
    }
  }
  const onDeath = () => {
    const place = body.position.clone()
    journal.deathPlace = place
    context.record({ type: 'death', cause: 'unknown', position: rounded(body) })
  }
  onSlot()
  const inventory = bot.inventory as unknown as NodeJS.EventEmitter
  inventory.on('updateSlot', onSlot)
  bot.on('physicsTick', onTick)
  bot.on('death', onDeath)
  return {
    off() {
      inventory.off('updateSlot', onSlot)
      bot.off('physicsTick', onTick)
      bot.off('death', onDeath)
    },
  }
}

function rounded(body: Body): { x: number; y: number; z: number } {
  const { x, y, z } = body.position
  const tenth = (value: number) => Math.round(value * 10) / 10
  return { x: tenth(x), y: tenth(y), z: tenth(z) }
}
