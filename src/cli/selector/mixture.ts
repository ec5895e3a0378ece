import seedrandom from 'seedrandom'
import type { Settings } from '#events/settings'
import { TASKS } from '#trial/tasks'

/** The settings that vary among trials for samples. */
export type Drawn = Pick<Settings, 'task' | 'selector' | 'perception'> & {
  readonly maxTicks?: number
}

/** The way to a diamond; most of its decisions come before the long search for diamonds. */
const DIAMOND: readonly Pick<Drawn, 'task' | 'maxTicks'>[] = [
  { task: 'obtain_diamond', maxTicks: 6000 },
]

/** Groups of the table whose tasks need gathered materials other than wood. */
const GROUPS: readonly (string | null)[] = ['MT2', 'MT3', 'MT4', 'MT5', 'MT6', 'MT7']
const TABLE = TASKS.filter(({ group }) => GROUPS.includes(group)).map(({ name }) => ({
  task: name,
  maxTicks: 6000,
}))

/** Parallel goals, none of which needs another, so that only the choice of their order matters. These trials are short. */
const PARALLEL = [
  'mutton+beef',
  'chicken+white_wool+log',
  'mutton+beef+porkchop',
  'log+sand+dirt',
  'beef+leather+white_wool',
  'log+cobblestone',
  'coal+log+dirt',
  'porkchop+log+sand+cobblestone',
  'mutton+sand+dirt',
  'coal+beef+log',
].map((items) => ({ task: `obtain:${items}`, maxTicks: 4000 }))

const KINDS = [DIAMOND, TABLE, PARALLEL, PARALLEL]
const CHOOSERS: readonly Settings['selector'][] = ['random', 'fixed', 'nearest']
const PERCEPTIONS: readonly Settings['perception'][] = ['player', 'player', 'seen']

/**
 * Draws the settings for a seed: half of the trials have parallel goals, a quarter obtain a diamond, and a quarter play tasks
 * of the table. Two thirds use `player` perception. The selectors include bad ones, because the horizon of a choice is
 * observed only when it is made.
 * @param tasks Tasks to draw from instead, with their own limits of ticks.
 */
export function drawnFor(seed: number, tasks: readonly string[] | null): Drawn {
  const chance = seedrandom(`mixture-${seed}`)
  const pick = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(chance() * from.length)]
    if (one === undefined) throw new RangeError('there is nothing to draw from')
    return one
  }
  const task = tasks ? { task: pick(tasks) } : pick(pick(KINDS))
  return { ...task, selector: pick(CHOOSERS), perception: pick(PERCEPTIONS) }
}
