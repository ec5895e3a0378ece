import seedrandom from 'seedrandom'
import type { Settings } from '#events/settings'
import { TASKS } from '#trial/tasks'

/** What a trial that is played for its samples differs in from others. */
export type Drawn = Pick<Settings, 'task' | 'selector' | 'perception'> & {
  readonly maxTicks?: number
}

/** Most of what horizons have to be known of lies before the long search for diamonds. */
const DIAMOND: readonly Pick<Drawn, 'task' | 'maxTicks'>[] = [
  { task: 'obtain_diamond', maxTicks: 6000 },
]

/** Groups of the table whose tasks take something that has to be gathered, and more than wood. */
const GROUPS: readonly (string | null)[] = ['MT2', 'MT3', 'MT4', 'MT5', 'MT6', 'MT7']
const TABLE = TASKS.filter(({ group }) => GROUPS.includes(group)).map(({ name }) => ({
  task: name,
  maxTicks: 6000,
}))

/** Goals side by side, none of which another needs: where the choice is all. They are soon over. */
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
 * What is played for a seed: half of it goals side by side, a quarter the way to a diamond, a quarter tasks of the table,
 * two thirds of it as a player sees, with choices good and bad, since the horizon of a choice can be learned only where it is made.
 * @param tasks played in turn instead, with ticks of their own.
 */
export function drawnFor(seed: number, tasks: readonly string[] | null): Drawn {
  const chance = seedrandom(`mixture-${seed}`)
  const pick = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(chance() * from.length)]
    if (one === undefined) throw new RangeError('nothing to pick from')
    return one
  }
  const task = tasks ? { task: pick(tasks) } : pick(pick(KINDS))
  return { ...task, selector: pick(CHOOSERS), perception: pick(PERCEPTIONS) }
}
