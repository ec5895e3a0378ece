import { countOf } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'
import type { Possessions, Workplace } from '#life/resident'
import { knownPlayer } from '#skills/pursuit/approach-player'
import { itemAmount, itemKind } from '#wire/item-words'
import { counted } from '#wire/wording'
import type { HidingReason } from './caution.ts'
import { contentsText, type Memory, type NamedPlace } from './memory.ts'
import type { OrderQueue } from './order-queue.ts'
import { standingTitle } from './order-spec.ts'
import {
  type AnswerName,
  type AnswerOrder,
  ORDER_NAMES,
  type OrderArgs,
  orderSpec,
  orderTitle,
} from './orders.ts'

/** What the agent does, in words. */
export interface Activity {
  /** The present step and the plan behind it. */
  readonly step: string
  readonly plan: string
  /** What it does without an order, as after "I will"; null for nothing. */
  readonly duty: string | null
  /** Why it hides, so that the present order waits; null if it does not. */
  readonly hidesFor: HidingReason | null
}

const HIDDEN_UNTIL: Readonly<Record<HidingReason, string>> = {
  hurt: 'I have healed',
  unarmed: 'morning',
}

/** What answers are made of. */
export interface AnswerContext {
  readonly queue: OrderQueue
  readonly memory: Memory
  readonly possessions: Possessions
  readonly registry: Registry
  /** Null between two connections. */
  readonly workplace: Workplace | null
  readonly activity: Activity
  /** The queue has changed: a running order may have to stop. */
  changed(): void
  /** Names of the schematics that the agent can build. */
  readonly schematics: readonly string[]
  /** The time (ms since 1970). */
  now(): number
  leave(): void
}

type Answer<Name extends AnswerName> = (args: OrderArgs<Name>, context: AnswerContext) => string

/** How each order of the manner `answer` takes effect, and what the agent says about it. */
const ANSWERS: { readonly [Name in AnswerName]: Answer<Name> } = {
  stop(_args, { queue, changed }) {
    queue.hold()
    changed()
    return `I stand still.${onHold(queue)}`
  },
  continue(_args, { queue }) {
    const count = queue.resume()
    return count > 0 ? `I continue with ${counted(count, 'order')}.` : 'I have no orders.'
  },
  cancel(_args, { queue }) {
    const dropped = queue.current ?? queue.all[0]
    if (!dropped) return 'I have no orders.'
    queue.remove(dropped.id)
    return `I drop it: ${orderTitle(dropped.order)}.`
  },
  'cancel-all': (_args, { queue }) => `I drop ${counted(queue.clear(), 'order')}.`,
  leave(_args, { leave, queue }) {
    leave()
    const { length } = queue.all
    return `Goodbye.${length > 0 ? ` I keep ${counted(length, 'order')} in mind.` : ''}`
  },
  help: () => ordersLine(),
  inventory: (_args, { possessions }) => `I carry ${contentsText(possessions.held) || 'nothing'}.`,
  count: ({ item }, { registry, possessions }) =>
    `I carry ${itemAmount(item, countOf(registry, possessions.held, item))}.`,
  doing(_args, { queue, activity: { step, duty, hidesFor } }) {
    const { current } = queue
    if (current && hidesFor)
      return `I hide until ${HIDDEN_UNTIL[hidesFor]}. Then: ${orderTitle(current.order)}.`
    if (current) return `Busy: ${orderTitle(current.order)}; now: ${step}.`
    if (duty !== null) return `I have no orders, so I ${duty}; now: ${step}.`
    return queue.isStopped ? `I stand still.${onHold(queue)}` : `I have no orders.${onHold(queue)}`
  },
  why(_args, { queue, activity: { plan, duty } }) {
    const { current } = queue
    if (!current && duty !== null) return `I have no orders, so I ${duty}.`
    if (!current) return `I have no orders, so I keep myself safe.${onHold(queue)}`
    const by = current.by ?? 'The terminal'
    return `${by} ordered: ${orderTitle(current.order)}.${plan ? ` My plan: ${plan}` : ''}`
  },
  next(_args, { queue: { waiting }, memory }) {
    const standing = memory.all('standing').map(standingTitle)
    const always = standing.length > 0 ? ` Always: ${standing.join('; ')}.` : ''
    if (waiting.length === 0) return `Nothing waits.${always}`
    const titles = waiting.map(
      ({ order, held }) => `${orderTitle(order)}${held ? ' (on hold)' : ''}`,
    )
    return `Next: ${titles.join('; ')}.${always}`
  },
  where: (_args, { workplace }) => {
    if (!workplace) return REJOINING
    const { feet, vitals } = workplace.world.body
    return `I am at ${feet.x} ${feet.y} ${feet.z}; health ${Math.round(vitals.health)}/20, food ${vitals.food}/20.`
  },
  'where-player'({ player }, { workplace, memory, now }) {
    const seen = workplace && knownPlayer(workplace.world, player)
    if (seen?.visible) return `${player} is at ${placeOf(seen.position.floored())}.`
    const last = memory
      .dated('people')
      .find(({ value }) => value.name.toLowerCase() === player.toLowerCase())
    if (!last) return `I have not seen ${player}.`
    const minutes = Math.max(1, Math.round((now() - last.at) / 60_000))
    return `I last saw ${player} at ${placeOf(last.value)}, ${ageText(minutes)} ago.`
  },
  'where-place'({ place }, { memory }) {
    const known = namedPlaces(memory).find(({ name }) => name === place)
    return known
      ? `${place} is at ${placeOf(known)}, in the ${known.dimension}.`
      : `I know no place called ${place}.`
  },
  chests(_args, { workplace }) {
    if (!workplace) return REJOINING
    const known = workplace.world.agentState.chests.all.map(
      ({ place, contents }) => `${placeOf(place)}: ${contentsText(contents) || 'nothing'}`,
    )
    return known.length > 0 ? `Chests: ${known.join('; ')}.` : 'I have opened no chest.'
  },
  seen({ block }, { workplace }) {
    if (!workplace) return REJOINING
    const { body, memory } = workplace.world
    const [found] = memory.blocks([block], body.position, { limit: 1 })
    const at = found?.position
    return at ? `I saw ${block} at ${placeOf(at)}.` : `I saw no ${block}.`
  },
  places(_args, { memory }) {
    const names = namedPlaces(memory).map(({ name }) => name)
    return `I know: ${names.join(', ') || 'no places'}.`
  },
  schematics: (_args, { schematics }) => `I can build: ${schematics.join(', ') || 'nothing'}.`,
  'forget-place'({ place }, { memory }) {
    memory.forget('places', place)
    return `I forgot ${place}.`
  },
  keep(args, { memory, changed }) {
    memory.remember('standing', args.item, args)
    changed()
    return `When I have nothing else to do, I will ${standingTitle(args)}.`
  },
  'stop-keeping': ({ item }, { memory }) =>
    memory.forget('standing', item)
      ? `I no longer keep ${itemKind(item)}.`
      : `I do not keep any number of ${itemKind(item)}.`,
}

/** What waits for "continue". */
function onHold({ all }: OrderQueue): string {
  const held = all.filter((one) => one.held).length
  return held > 0 ? ` ${counted(held, 'order')} on hold: say "continue".` : ''
}

/** `40 minutes`, `3 hours` or `2 days`. */
function ageText(minutes: number): string {
  if (minutes < 90) return counted(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')
}

function placeOf({
  x,
  y,
  z,
}: {
  readonly x: number
  readonly y: number
  readonly z: number
}): string {
  return `${x} ${y} ${z}`
}

const REJOINING = 'I am rejoining; ask me again in a minute.'
/** Places that begin with this are protected zones, which have no name. */
export const ZONE = 'zone '

/** Lets an order take effect at once. @returns what the agent says. */
export function answerTo({ name, args }: AnswerOrder, context: AnswerContext): string {
  // The answer of a name takes the arguments of that name.
  const answer = ANSWERS[name] as (given: never, context: AnswerContext) => string
  return answer(args as never, context)
}

/** The orders in one line, by an example each: the answer to "help". */
export function ordersLine(): string {
  const examples = ORDER_NAMES.filter((name) => orderSpec(name).manner !== 'answer')
    .map((name) => orderSpec(name).examples[0])
    .filter((example) => example !== undefined && !example.includes('('))
  return `Say for example: ${examples.join('; ')}. Also: stop, continue, never mind, what are you doing, what's next.`
}

/** The places that people have named. */
export function namedPlaces(memory: Memory): NamedPlace[] {
  return memory.all('places').filter(({ name }) => !name.startsWith(ZONE))
}
