import type { z } from 'zod'
import type { ItemCounts } from '#goal/goal'
import { suggestions } from '#knowledge/suggestions'
import type { SkillLanguage } from '#skills/library'
import { itemAmount, itemKind } from '#wire/item-words'
import { beginsWithCount, type Items, MAX_COUNT, readItems } from './item-phrase.ts'
import type { KeptIn } from './order-arguments.ts'

/** What the reader knows of the world in which an order is given. */
export interface OrderContext {
  readonly language: SkillLanguage
  /** What the agent carries. */
  readonly held: ItemCounts
  /** Names of remembered places, in lower case. */
  readonly places: readonly string[]
  /** Names of the players in the world. */
  readonly players: readonly string[]
  /** Names of the players that the agent remembers. */
  readonly people: readonly string[]
  /** The player that speaks; null for the terminal. */
  readonly speaker: string | null
  /** Names of the schematics that the agent can build. */
  readonly schematics: readonly string[]
}

/** What an order says beside its name. */
export type Shape = z.ZodRawShape

/** Another wording that a person chooses from, and what it orders. */
export interface Choice<Args> {
  readonly label: string
  readonly args: Args
}

/** How the words of an order were understood. */
export type Understood<Args> =
  | { readonly type: 'args'; readonly all: readonly Args[] }
  | { readonly type: 'ask'; readonly text: string; readonly choices: readonly Choice<Args>[] }
  /** These words are no such order. */
  | null

/**
 * When an order is executed. `task`: after earlier ones. `now`: at once; what it interrupts continues afterwards.
 * `until-told`: at once, and until another order comes. `answer`: within a tick, beside a running order.
 */
export type Manner = 'task' | 'now' | 'until-told' | 'answer'

/** One order: its words, its meaning and its arguments. */
export interface OrderSpec<S extends Shape, M extends Manner = Manner> {
  readonly manner: M
  /** For people: what the agent does. */
  readonly meaning: string
  /** Sentences that give it; the documents list them and tests read them. */
  readonly examples: readonly string[]
  readonly args: S
  /** Wordings in lower case. */
  readonly forms: readonly RegExp[]
  /** @param words the named groups of the form. */
  understand(
    words: Readonly<Record<string, string | undefined>>,
    context: OrderContext,
  ): Understood<z.output<z.ZodObject<S>>>
  /** The order for people, as after "I will". */
  title(args: z.output<z.ZodObject<S>>): string
}

/** Defines an order with its arguments. */
export function order<S extends Shape, M extends Manner>(spec: OrderSpec<S, M>): OrderSpec<S, M> {
  return spec
}

type NoArguments = Record<never, never>

/** An order without arguments. */
export function plain<M extends Manner>(
  spec: Pick<OrderSpec<NoArguments, M>, 'manner' | 'meaning' | 'examples' | 'forms'> & {
    readonly title: string
  },
): OrderSpec<NoArguments, M> {
  const { title, ...rest } = spec
  return { ...rest, args: {}, understand: () => ({ type: 'args', all: [{}] }), title: () => title }
}

/** `3 iron ingots`; `all sticks`. */
export function itemsText({ item, count }: Items): string {
  return count === null ? `all ${itemKind(item)}` : itemAmount(item, count)
}

/** Makes arguments of the items of a phrase; asks back where a name is unclear. */
export function withItems<Args>(
  context: OrderContext,
  phrase: string,
  make: (items: Items) => Args,
  held: ItemCounts | null = null,
): Understood<Args> {
  const reading = readItems(context.language.registry, phrase, held)
  if (reading.type === 'items') return { type: 'args', all: reading.items.map(make) }
  if (reading.type === 'out-of-range') return ask(`Name a number from 1 to ${MAX_COUNT}.`)
  if (reading.options.length === 0) return ask(`I know no item called ${reading.said}.`)
  const choices = reading.options.map((items) => ({ label: items.item, args: make(items) }))
  return { type: 'ask', text: `Which ${reading.said} do you mean?`, choices }
}

/** Tells a person what is missing, without choices. */
export function ask(text: string): Extract<Understood<never>, { type: 'ask' }> {
  return { type: 'ask', text, choices: [] }
}

/** The player that an order is for: the named one, or the speaker. */
export function playerOf(
  { speaker, players }: OrderContext,
  named: string | undefined,
): { readonly name: string } | Extract<Understood<never>, { type: 'ask' }> {
  const name = named === undefined || named === 'me' ? speaker : named
  if (name === null)
    return ask('I see no player in the world that "me" can mean. Name one, as in "come to Ann".')
  const known = players.find((one) => one.toLowerCase() === name.toLowerCase())
  if (known !== undefined) return { name: known }
  const near = suggestions(name, players)
  const hint = near.length > 0 ? ` Do you mean ${near.join(' or ')}?` : ''
  return ask(`I know no player called ${name}.${hint}`)
}

/** An order spec with its arguments hidden. */
export interface AnyOrder {
  readonly manner: Manner
  readonly meaning: string
  readonly examples: readonly string[]
  readonly args: Shape
  readonly forms: readonly RegExp[]
  understand(
    words: Readonly<Record<string, string | undefined>>,
    context: OrderContext,
  ): Understood<unknown>
  title(args: never): string
}

/** Whether a word names a player in the world, or the speaker. */
export function isPlayer({ players, speaker }: OrderContext, name: string): boolean {
  return [...players, speaker ?? ''].some((one) => one.toLowerCase() === name.toLowerCase())
}

/** Asks back for a receiver that is no player in the world, as in `bring Bob some bread`; null for other words. */
export function unknownReceiver(
  context: OrderContext,
  name: string,
  items: string,
): Understood<never> {
  const found = beginsWithCount(items) ? playerOf(context, name) : null
  return found && 'type' in found ? found : null
}

/** Asks back for a place that the agent does not know. */
export function unknownPlace(
  name: string,
  places: readonly string[],
  hint = ` Stand there and say "this is ${name}".`,
): Understood<never> {
  const near = suggestions(name, places)
  const known = near.length > 0 ? near : places
  const list = ` I know: ${known.slice(0, 8).join(', ')}.`
  return ask(`I know no place called ${name}.${known.length > 0 ? list : hint}`)
}

/** `100 64 -20`; the height may be open. */
export function placeText(
  at: { readonly x: number; readonly y: number | null; readonly z: number } | null,
): string {
  return at ? `${at.x} ${at.y ?? '~'} ${at.z}` : 'nowhere'
}

/** A standing order for people, as after "I will". */
export function standingTitle({
  item,
  count,
  where,
}: {
  readonly item: string
  readonly count: number
  readonly where: KeptIn
}): string {
  return `keep ${itemAmount(item, count)} ${where === 'chest' ? 'in a chest' : 'with me'}`
}
