import { z } from 'zod'
import { resolveItem } from '#knowledge/names'
import type { SkillLanguage } from '#skills/library'
import { dropOfMob, type Items, MAX_COUNT, resultOf } from './item-phrase.ts'
import {
  type AnyOrder,
  isPlayer,
  itemsText,
  order,
  placeText,
  plain,
  playerOf,
  unknownPlace,
  withItems,
} from './order-spec.ts'

const item = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)
const count = z.int().min(1).max(MAX_COUNT)
const player = z.string().regex(/^\w{1,16}$/)
const placeName = z.string().regex(/^[a-z0-9][a-z0-9' _-]{0,31}$/)
const coordinate = z.int().min(-30_000_000).max(30_000_000)
const radius = z.int().min(1).max(64)

const fixedCount = ({ item, count }: Items) => ({ item, count: count ?? MAX_COUNT })

/** An order to obtain items, `more` of them than the inventory holds or up to a number. */
const get = order({
  manner: 'task',
  meaning: 'gets items by any means, tools included, until the agent carries that many',
  examples: ['get 3 iron ingots', 'collect 10 wood', 'make a stone pickaxe', 'get wood'],
  args: { item, count, more: z.boolean() },
  forms: [
    /^(?:get|obtain|collect|gather|find|acquire|fetch|produce)(?: yourself)? (?<more>another |more )?(?<items>.+)$/,
    /^(?<verb>[a-z]+)(?: yourself)? (?<more>another |more )?(?<items>.+)$/,
  ],
  understand({ verb, items = '', more }, context) {
    const { language } = context
    const skill = verb === undefined ? undefined : skillWith(language, verb)
    if (verb !== undefined && skill?.shows !== 'more') return null
    const drop = skill?.name === 'hunt' ? dropOfMob(language.registry, withoutCount(items)) : null
    if (drop) return { type: 'args', all: [{ item: drop, count: countIn(items), more: true }] }
    return withItems(context, items, ({ item, count }) => ({
      ...fixedCount({ item: resultOf(language.registry, skill?.name ?? '', item), count }),
      more: more !== undefined || /\bmore\b/.test(items),
    }))
  },
  title: ({ item, count, more }) => `get ${count} ${more ? 'more ' : ''}${item}`,
})

/** The goal skill of a verb. */
function skillWith(language: SkillLanguage, verb: string) {
  const made = verb === 'make' || verb === 'build' ? 'craft' : verb
  const dug = made === 'chop' || made === 'dig' || made === 'cut' ? 'mine' : made
  return language.skills.find(({ name, verbs }) => name === dug || verbs.includes(dug))
}

function withoutCount(phrase: string): string {
  return phrase.replace(/^(?:the|a|an|some|all|\d+|two|three|four|five) /, '')
}

function countIn(phrase: string): number {
  const reading = /^\d{1,4}/.exec(phrase)
  const word = /^(two|three|four|five)\b/.exec(phrase)?.[1]
  const words: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5 }
  return Math.max(1, Math.min(MAX_COUNT, Number(reading?.[0] ?? words[word ?? ''] ?? 1)))
}

/**
 * All orders. Grammar, help and the reference are derived from this record. The first order whose form and words fit is
 * meant.
 */
export const ORDERS = {
  stop: plain({
    manner: 'answer',
    meaning: 'stands still at once; what it was doing and what waits is held until "continue"',
    examples: ['stop', 'halt', 'stop it'],
    forms: [/^(?:stop|halt|freeze|whoa|wait|stop (?:it|that|now|everything|moving|digging))$/],
    title: 'stop',
  }),
  continue: plain({
    manner: 'answer',
    meaning: 'resumes what was held, or ends following, staying and guarding',
    examples: ['continue', 'carry on'],
    forms: [/^(?:continue|resume|carry on|go ?on|keep going|proceed|back to work)$/],
    title: 'continue',
  }),
  cancel: plain({
    manner: 'answer',
    meaning: 'drops the present order; the next one begins',
    examples: ['never mind', 'cancel that', 'skip it'],
    forms: [
      /^(?:never ?mind|nvm|forget (?:it|that)|cancel(?: (?:it|that))?|skip(?: (?:it|that))?)$/,
    ],
    title: 'cancel',
  }),
  'cancel-all': plain({
    manner: 'answer',
    meaning: 'drops all orders',
    examples: ['cancel everything', 'clear your list'],
    forms: [
      /^(?:cancel|drop|forget|clear) (?:everything|all|all orders|(?:the|your) (?:list|queue|orders))$/,
    ],
    title: 'cancel everything',
  }),
  help: plain({
    manner: 'answer',
    meaning: 'lists what it can do',
    examples: ['help', 'what can you do'],
    forms: [
      /^(?:help|commands|what can (?:you|i) (?:do|say|ask)|what do you (?:know|understand))$/,
    ],
    title: 'help',
  }),
  inventory: plain({
    manner: 'answer',
    meaning: 'says what it carries',
    examples: ['what do you have', 'inventory'],
    forms: [
      /^(?:what (?:do you|have you) (?:have|got|carry|hold)|what are you (?:carrying|holding)|inventory|what is in your (?:inventory|pockets|bag)|show (?:me )?(?:your )?inventory)$/,
    ],
    title: 'say what I carry',
  }),
  count: order({
    manner: 'answer',
    meaning: 'says how many of an item it carries',
    examples: ['how many torches do you have', 'do you have a pickaxe'],
    args: { item },
    forms: [
      /^how (?:many|much) (?<items>.+?)(?: (?:do|have) you (?:have|got|carry)| is there)?$/,
      /^(?:do|have) you (?:have|got|carry) (?<items>.+)$/,
    ],
    understand: ({ items = '' }, context) =>
      withItems(context, items.replace(/^any /, ''), ({ item }) => ({ item }), context.held),
    title: ({ item }) => `say how many ${item} I carry`,
  }),
  doing: plain({
    manner: 'answer',
    meaning: 'says what it is doing',
    examples: ['what are you doing', 'status'],
    forms: [
      /^(?:what are you (?:doing|up to)|what is (?:up|going on)|status|progress|how is it going|are you (?:busy|done|ready)|report)$/,
    ],
    title: 'say what I am doing',
  }),
  why: plain({
    manner: 'answer',
    meaning: 'says why it is doing that: the order, its step and the plan behind it',
    examples: ['why', 'why are you doing that'],
    forms: [/^(?:why|why (?:are you doing|do you do) (?:that|this|it)|how come|what for)$/],
    title: 'say why',
  }),
  next: plain({
    manner: 'answer',
    meaning: 'lists the orders that wait',
    examples: ["what's next", 'list your orders'],
    forms: [
      /^(?:what is (?:next|left|on your list)|what will you do (?:next|then)|what comes next|next|(?:list|show)(?: me)?(?: your)? (?:orders|queue|list|tasks))$/,
    ],
    title: 'say what is next',
  }),
  where: plain({
    manner: 'answer',
    meaning: 'says where it is, and how it is',
    examples: ['where are you', 'how are you'],
    forms: [
      /^(?:where are you|what is your position|coords|coordinates|position|how are you(?: doing)?|are you (?:ok|okay|alive|hurt|hungry))$/,
    ],
    title: 'say where I am',
  }),
  seen: order({
    manner: 'answer',
    meaning: 'says where it saw the nearest block of a kind',
    examples: ['where is the nearest iron ore', 'have you seen a chest'],
    args: { block: item },
    forms: [
      /^where (?:is|are) (?:the |a |an |some |any )?(?:nearest |closest )?(?<block>[a-z_ ]{2,40})$/,
      /^(?:have|did) you (?:seen|see|find|found) (?:the |a |an |some |any )?(?<block>[a-z_ ]{2,40})$/,
    ],
    understand({ block = '' }, { language: { registry }, places }) {
      if (places.includes(block)) return null
      const name = block.trim().replace(/ /g, '_')
      const names = [name, name.replace(/s$/, ''), resolveItem(registry, name) ?? name]
      const found = names.find((one) => registry.hasBlock(one))
      if (found !== undefined) return { type: 'args', all: [{ block: found }] }
      const kinds = [...registry.blockKinds].filter((kind) =>
        names.some((one) => kind.endsWith(`_${one}`)),
      )
      const [first] = kinds
      return first === undefined ? null : { type: 'args', all: [{ block: first }] }
    },
    title: ({ block }) => `say where I saw ${block}`,
  }),
  places: plain({
    manner: 'answer',
    meaning: 'lists the places it remembers',
    examples: ['what places do you know', 'places'],
    forms: [
      /^(?:places|(?:what|which) places do you (?:know|remember)|list(?: your| the)? places)$/,
    ],
    title: 'list places',
  }),
  'name-place': order({
    manner: 'answer',
    meaning:
      'remembers the place where the speaker stands; at the terminal, where the agent stands',
    examples: ['this is home', 'remember this as the iron mine'],
    args: { place: placeName },
    forms: [
      /^(?:this|here) is (?:(?:my|the|our|your|called) (?<named>[a-z0-9][a-z0-9' _-]{0,31})|(?<place>home|base))$/,
      /^(?:remember|save|mark|call) (?:this|here|this place|this spot)(?: place| spot)?(?: as)? (?:my |the |our |your )?(?<place>[a-z0-9][a-z0-9' _-]{0,31})$/,
      /^set (?<place>home)(?: here)?$/,
    ],
    understand: ({ named, place = '' }) => ({
      type: 'args',
      all: [{ place: (named ?? place).trim() }],
    }),
    title: ({ place }) => `remember this place as ${place}`,
  }),
  'forget-place': order({
    manner: 'answer',
    meaning: 'forgets a place',
    examples: ['forget the iron mine'],
    args: { place: placeName },
    forms: [/^forget (?:about )?(?:my |the |our |your )?(?<place>[a-z0-9][a-z0-9' _-]{0,31})$/],
    understand: ({ place = '' }, { places }) =>
      places.includes(place) ? { type: 'args', all: [{ place }] } : null,
    title: ({ place }) => `forget ${place}`,
  }),
  protect: order({
    manner: 'answer',
    meaning: 'digs no block near the place where the speaker stands; 10 blocks around, or as said',
    examples: ['protect this', 'protect 20 blocks around here'],
    args: { radius },
    forms: [
      /^protect (?:this|here|this place|my (?:house|base|farm)|the area)$/,
      /^(?:protect|don't (?:dig|break)(?: anything)?|do not (?:dig|break)(?: anything)?) (?:within )?(?<radius>\d{1,2}) blocks?(?: around)?(?: (?:here|this|me|of here))?$/,
      /^(?:don't|do not|never) (?:dig|break|touch)(?: anything)? (?:here|around here|this)$/,
    ],
    understand: ({ radius = '10' }) => ({
      type: 'args',
      all: [{ radius: Math.max(1, Math.min(64, Number(radius))) }],
    }),
    title: ({ radius }) => `protect ${radius} blocks around this place`,
  }),
  come: order({
    manner: 'now',
    meaning: 'walks to the speaker, or to a player',
    examples: ['come', 'come here', 'come to Ann'],
    args: { player },
    forms: [
      /^(?:come|come (?:here|over|over here|back|to me)|here|over here|get (?:over )?here)$/,
      /^(?:come|go|walk) (?:over )?to (?<player>\w{1,16})$/,
    ],
    understand({ player }, context) {
      if (player !== undefined && !isPlayer(context, player)) return null
      const found = playerOf(context, player)
      return 'name' in found ? { type: 'args', all: [{ player: found.name }] } : found
    },
    title: ({ player }) => `come to ${player}`,
  }),
  follow: order({
    manner: 'until-told',
    meaning: 'follows the speaker, or a player, until another order comes',
    examples: ['follow me', 'follow Ann', 'come with me'],
    args: { player },
    forms: [/^(?:follow|accompany)(?: (?<player>\w{1,16}))?$/, /^come (?:along|with me)$/],
    understand({ player }, context) {
      const found = playerOf(context, player)
      return 'name' in found ? { type: 'args', all: [{ player: found.name }] } : found
    },
    title: ({ player }) => `follow ${player}`,
  }),
  stay: plain({
    manner: 'until-told',
    meaning: 'stays where it is until another order comes',
    examples: ['stay', 'wait here', "don't move"],
    forms: [
      /^(?:stay|stay (?:here|there|put)|wait here|hold (?:still|position)|don't move|do not move|stand still)$/,
    ],
    title: 'stay here',
  }),
  guard: order({
    manner: 'until-told',
    meaning:
      'guards the place where it is, or a player, against monsters until another order comes',
    examples: ['guard this', 'guard me', 'protect me'],
    args: { player: player.nullable() },
    forms: [
      /^(?:guard|defend)(?: (?:this|here|this place|the (?:house|base|place|area)))?$/,
      /^(?:guard|defend|protect) (?<player>\w{1,16})$/,
    ],
    understand({ player }, context) {
      if (player === undefined) return { type: 'args', all: [{ player: null }] }
      const found = playerOf(context, player)
      return 'name' in found ? { type: 'args', all: [{ player: found.name }] } : found
    },
    title: ({ player }) => (player === null ? 'guard this place' : `guard ${player}`),
  }),
  patrol: order({
    manner: 'until-told',
    meaning: 'walks between remembered places until another order comes',
    examples: ['patrol between home and the mine'],
    args: { from: placeName, to: placeName },
    forms: [
      /^patrol (?:between|from) (?:the |my )?(?<from>.+?) (?:and|to) (?:the |my )?(?<to>.+)$/,
    ],
    understand({ from = '', to = '' }, { places }) {
      const unknown = [from, to].find((one) => !places.includes(one))
      return unknown === undefined
        ? { type: 'args', all: [{ from, to }] }
        : unknownPlace(unknown, places)
    },
    title: ({ from, to }) => `patrol between ${from} and ${to}`,
  }),
  go: order({
    manner: 'now',
    meaning: 'walks to coordinates or to a remembered place',
    examples: ['go to 100 64 -20', 'go home', 'go to the iron mine'],
    args: {
      place: placeName.nullable(),
      at: z.object({ x: coordinate, y: coordinate.nullable(), z: coordinate }).nullable(),
    },
    forms: [
      /^(?:go|walk|run|move|head|travel)(?: back)?(?: over)?(?: to)? (?<x>-?\d{1,8})[ ,]+(?:(?<y>-?\d{1,4})[ ,]+)?(?<z>-?\d{1,8})$/,
      /^(?:go|walk|run|head|return|come)(?: back)? (?<place>home)$/,
      /^(?:go|walk|run|move|head|travel|return)(?: back)? to (?:my |the |our |your )?(?<place>[a-z0-9][a-z0-9' _-]{0,31})$/,
    ],
    understand({ x, y, z, place }, { places }) {
      if (x !== undefined) {
        const at = { x: Number(x), y: y === undefined ? null : Number(y), z: Number(z) }
        const isWithin = [at.x, at.z].every((one) => Math.abs(one) <= 30_000_000)
        if (isWithin) return { type: 'args', all: [{ place: null, at }] }
        return { type: 'ask', text: 'That is outside of the world.', choices: [] }
      }
      const name = place ?? 'home'
      if (places.includes(name)) return { type: 'args', all: [{ place: name, at: null }] }
      return unknownPlace(name, places)
    },
    title: ({ place, at }) => `go ${place === 'home' ? 'home' : `to ${place ?? placeText(at)}`}`,
  }),
  give: order({
    manner: 'now',
    meaning: 'brings carried items to the speaker, or to a player',
    examples: ['give me the pickaxe', 'give me all the wood', 'give 5 torches to Ann'],
    args: { item, count: count.nullable(), player },
    forms: [
      /^(?:give|hand|pass|toss|throw) (?<player>me|us) (?<items>.+)$/,
      /^(?:give|hand|pass|toss|throw) (?<items>.+) to (?<to>\w{1,16})$/,
      /^(?:give|hand|pass) (?<player>\w{1,16}) (?<items>.+)$/,
    ],
    understand({ player, to = player, items = '' }, context) {
      const isSpeaker = to === 'us' || to === 'me'
      if (player !== undefined && !isSpeaker && !isPlayer(context, player)) return null
      const found = playerOf(context, isSpeaker ? undefined : to)
      if (!('name' in found)) return found
      const give = (one: Items) => ({ ...one, player: found.name })
      return withItems(context, items, give, context.held)
    },
    title: ({ player, ...items }) => `give ${itemsText(items)} to ${player}`,
  }),
  store: order({
    manner: 'task',
    meaning: 'puts carried items into the nearest chest',
    examples: ['put the cobblestone in the chest', 'store 10 dirt', 'put everything in the chest'],
    args: { item: item.nullable(), count: count.nullable() },
    forms: [
      /^(?:put|store|stash|deposit|place) (?:all|everything|all (?:your |the )?(?:things|items|stuff))(?: (?:in|into|in to) (?:the|a|my|your|this|that) (?:chest|barrel|box))?$/,
      /^(?:put|place|dump) (?<items>.+) (?:in|into|in to) (?:the|a|my|your|this|that) (?:chest|barrel|box)$/,
      /^(?:store|stash|deposit) (?<items>.+?)(?: (?:in|into) (?:the|a|my|your|this|that) (?:chest|barrel|box))?$/,
    ],
    understand({ items }, context) {
      if (items === undefined) return { type: 'args', all: [{ item: null, count: null }] }
      return withItems(context, items, (one) => ({ ...one }), context.held)
    },
    title: ({ item, count }) =>
      item === null ? 'put everything in a chest' : `put ${itemsText({ item, count })} in a chest`,
  }),
  take: order({
    manner: 'task',
    meaning: 'takes items out of the chests it knows nearby',
    examples: ['take 10 torches from the chest', 'get the wood out of the chest'],
    args: { item, count },
    forms: [
      /^(?:take|get|fetch|grab|withdraw) (?<items>.+) (?:from|out of) (?:the|a|my|your|this|that) (?:chests?|barrel|box)$/,
      /^withdraw (?<items>.+)$/,
    ],
    understand: ({ items = '' }, context) => withItems(context, items, fixedCount),
    title: (items) => `take ${itemsText(items)} out of a chest`,
  }),
  bring: order({
    manner: 'task',
    meaning: 'gets items by any means and brings them to the speaker, or to a player',
    examples: ['get me 3 iron ingots', 'bring 16 torches', 'bring Ann some bread', 'i need a bed'],
    args: { item, count, player },
    forms: [
      /^(?:get|bring|fetch|make|craft|find|mine|collect|gather|obtain|smelt|cook) (?<player>me|us) (?<items>.+)$/,
      /^(?:get|bring|fetch|make|craft|find|mine|collect|gather|obtain|smelt|cook) (?<items>.+) (?:for|to) (?<to>\w{1,16})$/,
      /^bring (?<player>\w{1,16}) (?<items>.+)$/,
      /^(?:i|we) (?:need|want|could use|would like)(?: some more| more)? (?<items>.+)$/,
      /^bring (?<items>.+)$/,
    ],
    understand({ player, to = player, items = '' }, context) {
      const isSpeaker = to === undefined || to === 'me' || to === 'us'
      if (player !== undefined && !isSpeaker && !isPlayer(context, player)) return null
      const found = playerOf(context, isSpeaker ? undefined : to)
      if (!('name' in found)) return found
      return withItems(context, items, (one) => ({ ...fixedCount(one), player: found.name }))
    },
    title: ({ player, ...items }) => `bring ${itemsText(items)} to ${player}`,
  }),
  light: order({
    manner: 'task',
    meaning: 'places torches in the dark places around it; gets torches first if it has none',
    examples: ['light up this area', 'place torches here'],
    args: { radius },
    forms: [
      /^(?:light|light up|illuminate) (?:this|here|the|this place|the place|this area|the area)(?: (?:area|place|up))?$/,
      /^(?:place|put|set) (?:some )?torches(?: (?:here|around|around here|down))?$/,
    ],
    understand: () => ({ type: 'args', all: [{ radius: 8 }] }),
    title: () => 'light this area',
  }),
  place: order({
    manner: 'task',
    meaning: 'places a carried block at coordinates, or on free ground nearby',
    examples: ['place a crafting table', 'put the chest down', 'place a torch at 100 64 -20'],
    args: {
      item,
      at: z.object({ x: coordinate, y: coordinate, z: coordinate }).nullable(),
    },
    forms: [
      /^(?:place|put|set) (?<items>.+?) at (?<x>-?\d{1,8})[ ,]+(?<y>-?\d{1,4})[ ,]+(?<z>-?\d{1,8})$/,
      /^(?:place|put|set)(?: down)? (?<items>.+?)(?: (?:down|here|nearby|on the ground))?$/,
    ],
    understand({ items = '', x, y, z }, context) {
      const at = x === undefined ? null : { x: Number(x), y: Number(y), z: Number(z) }
      return withItems(context, items, ({ item }) => ({ item, at }), context.held)
    },
    title: ({ item, at }) => `place ${item}${at ? ` at ${placeText(at)}` : ''}`,
  }),
  sleep: plain({
    manner: 'now',
    meaning: 'sleeps in a bed that is near or carried; only at night',
    examples: ['sleep', 'go to bed'],
    forms: [/^(?:sleep|go to (?:bed|sleep)|get some sleep|take a nap)$/],
    title: 'sleep',
  }),
  wear: order({
    manner: 'task',
    meaning: 'puts on carried armour',
    examples: ['put on the iron helmet', 'wear leather boots'],
    args: { item },
    forms: [/^(?:put on|wear|equip) (?<items>.+)$/],
    understand: ({ items = '' }, context) =>
      withItems(context, items, ({ item }) => ({ item }), context.held),
    title: ({ item }) => `put on ${item}`,
  }),
  eat: plain({
    manner: 'now',
    meaning: 'eats what it carries',
    examples: ['eat', 'eat something'],
    forms: [/^eat(?: something| some food| now)?$/],
    title: 'eat',
  }),
  get,
  goal: order({
    manner: 'task',
    meaning: 'one goal in the notation of plans',
    examples: ['mine({log:3}, null)'],
    args: { goal: z.string().max(200) },
    forms: [],
    understand: () => null,
    title: ({ goal }) => goal,
  }),
} as const

export type OrderName = keyof typeof ORDERS

/** The arguments of an order by its name. */
export type OrderArgs<Name extends OrderName> = z.output<z.ZodObject<(typeof ORDERS)[Name]['args']>>

/** One order of a person. */
export type Order = {
  [Name in OrderName]: { readonly name: Name; readonly args: OrderArgs<Name> }
}[OrderName]

/** The record of an order's name. */
export function orderSpec(name: OrderName): AnyOrder {
  return ORDERS[name]
}

export const ORDER_NAMES = Object.keys(ORDERS) as OrderName[]

/** The order for people, as after "I will". */
export function orderTitle({ name, args }: Order): string {
  return orderSpec(name).title(args as never)
}

/** An order that was written to a file; null for a damaged one. */
export function parseOrder(value: unknown): Order | null {
  const outer = z.object({ name: z.enum(ORDER_NAMES), args: z.unknown() }).safeParse(value)
  if (!outer.success) return null
  const args = z.object(orderSpec(outer.data.name).args).safeParse(outer.data.args)
  return args.success ? ({ name: outer.data.name, args: args.data } as Order) : null
}
