import { z } from 'zod'
import type { SkillLanguage } from '#skills/library'
import { itemNoun, oneItem } from '#wire/item-words'
import { dropOfMob, type Items, MAX_COUNT, readItems, resultOf } from './item-phrase.ts'
import { coordinate, count, item, player, radius } from './order-arguments.ts'
import {
  ask,
  isPlayer,
  itemsText,
  order,
  placeText,
  plain,
  playerOf,
  unknownReceiver,
  withItems,
} from './order-spec.ts'

const fixedCount = ({ item, count }: Items) => ({ item, count: count ?? MAX_COUNT })

/** An order to obtain items, `more` of them than the inventory holds or up to a number. */
const get = order({
  manner: 'task',
  meaning: 'gets items by any means, tools included, until the agent carries that many',
  examples: ['get 3 iron ingots', 'collect 10 wood', 'make a stone pickaxe', 'get wood'],
  args: { item, count, more: z.boolean() },
  forms: [
    /^(?:get|obtain|collect|gather|find|acquire|fetch|bring|produce)(?: yourself)? (?<more>another |more )?(?<items>.+)$/,
    /^i (?:need|want)(?: some)? (?<more>more )?(?<items>.+)$/,
    /^(?<verb>[a-z]+)(?: yourself)? (?<more>another |more )?(?<items>.+)$/,
  ],
  understand({ verb, items: said = '', more }, context) {
    const { language } = context
    // A person without a body cannot receive anything, so the agent keeps it.
    const items = context.speaker === null ? said.replace(/^(?:me|us) /, '') : said
    const skill = verb === undefined ? undefined : skillWith(language, verb)
    if (verb !== undefined && skill?.shows !== 'more') return null
    const isHunt = skill?.name === 'hunt'
    const mob = withoutCount(items)
    const drop = isHunt ? dropOfMob(language.registry, mob) : null
    if (drop) return { type: 'args', all: [{ item: drop, count: countIn(items), more: true }] }
    if (isHunt && (mob === 'me' || isPlayer(context, mob))) return ask('I attack no players.')
    if (isHunt && readItems(language.registry, items).type === 'unclear')
      return ask(`I know no animal or monster called ${mob}.`)
    return withItems(context, items, ({ item, count }) => ({
      ...fixedCount({ item: resultOf(language.registry, skill?.name ?? '', item), count }),
      more: more !== undefined || /\bmore\b/.test(items),
    }))
  },
  title: ({ item, count, more }) => `get ${count} ${more ? 'more ' : ''}${itemNoun(item, count)}`,
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

/** Orders about items, and what the agent does with its own. */
export const ITEM_ORDERS = {
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
      if (player !== undefined && !isSpeaker && !isPlayer(context, player))
        return unknownReceiver(context, player, items)
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
      if (isSpeaker && context.speaker === null) return null
      if (player !== undefined && !isSpeaker && !isPlayer(context, player))
        return unknownReceiver(context, player, items)
      const found = playerOf(context, isSpeaker ? undefined : to)
      if (!('name' in found)) return found
      return withItems(context, items, (one) => ({ ...fixedCount(one), player: found.name }))
    },
    title: ({ player, ...items }) => `bring ${itemsText(items)} to ${player}`,
  }),
  light: order({
    manner: 'task',
    meaning: 'places torches around it, 6 blocks apart; gets torches first if it has none',
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
    title: ({ item, at }) => `place ${oneItem(item)}${at ? ` at ${placeText(at)}` : ''}`,
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
    title: ({ item }) => `put on ${oneItem(item)}`,
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
