import { itemAmounts, itemName } from '#wire/item-words'
import { counted } from '#wire/wording'
import type { EventOf, TrialEnd } from './events.ts'

/** Skills whose name with spaces would not read well; older logs have the older names. */
const TITLES: Readonly<Record<string, string>> = {
  'approach-player': 'walk to a player',
  'await-dark': 'wait for nightfall',
  bore: 'crawl mining',
  'branch-mine': 'branch mining',
  'crawl-mine': 'crawl mining',
  'dig-shaft': 'dig a shaft',
  'enter-crawl': 'crawl under a trapdoor',
  enter: 'go through a portal',
  'find-player': 'look for a player',
  'go-to': 'walk',
  ignite: 'light a portal',
  'parallel-smelt': 'smelt in several furnaces',
  portal: 'build a portal',
  'sink-shaft': 'dig a shaft',
  'strip-mine': 'branch mining',
  surface: 'go to the surface',
}

/** A skill, a failure kind or a client limit in plain words: `branch-mine` is `branch mining`, and `no-fuel` is `no fuel`. */
export function skillTitle(name: string): string {
  return Object.hasOwn(TITLES, name) ? (TITLES[name] ?? name) : name.replaceAll('-', ' ')
}

/** The wanted items of a task that is not in the paper's table, in plain words; null for another task. */
export function wantedItems(task: string): string | null {
  const [, items, count = '1'] = /^obtain:([a-z0-9_+]+)(?::(\d+))?$/.exec(task) ?? []
  if (items === undefined) return null
  return itemAmounts(Object.fromEntries(items.split('+').map((item) => [item, Number(count)])))
}

/** A task for people: `obtain:torch:16` is `obtain 16 torches`. The paper's tasks keep the names that people type. */
export function taskTitle(task: string): string {
  const items = wantedItems(task)
  return items === null ? task : `obtain ${items}`
}

/** A task in plain words, for pages: `obtain_diamond` is `obtain diamond`. */
export function taskWords(task: string): string {
  return itemName(taskTitle(task))
}

type Pause = Pick<EventOf<'llm-pause'>, 'seconds' | 'host' | 'detail'>

/** A pause that a model's server asks for, in one line. */
export function pauseTitle({ seconds, host, detail }: Pause): string {
  return `waiting ${counted(seconds, 'second')}, as the model's server ${host} asks: ${detail}`
}

/** How a trial ended, in plain words. */
export const END_TITLES: Readonly<Record<TrialEnd, string>> = {
  success: 'success',
  limit: 'out of time',
  'gave-up': 'gave up',
  'forced-choice-missing': 'forced choice missing',
  interrupted: 'stopped',
  'no-server': 'server unreachable',
  'no-model': 'model unreachable',
  kicked: 'kicked or banned',
  crash: 'crashed',
  'wall-timeout': 'wall-clock limit reached',
}
