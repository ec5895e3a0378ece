import { resolveItem } from '#knowledge/names'
import { itemKind } from '#wire/item-words'
import { MAX_COUNT } from './item-phrase.ts'
import { count, item, keptIn, placeName, player } from './order-arguments.ts'
import { ask, order, plain, standingTitle, unknownPlace, withItems } from './order-spec.ts'

/** Orders that take effect at once, and questions. */
export const ANSWER_ORDERS = {
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
  leave: plain({
    manner: 'answer',
    meaning: 'leaves the world, and the command ends; the orders stay on its list',
    examples: ['leave', 'log off'],
    forms: [/^(?:leave|leave the (?:game|world|server)|log (?:off|out)|quit|exit|disconnect)$/],
    title: 'leave',
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
    title: ({ item }) => `say how many ${itemKind(item)} I carry`,
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
  'where-player': order({
    manner: 'answer',
    meaning: 'says where it sees a player, or saw it last',
    examples: ['where is Ann', 'have you seen Ann'],
    args: { player },
    forms: [
      /^where is (?<player>\w{1,16})$/,
      /^(?:have|did) you (?:seen|see) (?<player>\w{1,16})$/,
    ],
    understand({ player = '' }, { players, people }) {
      const name = [...players, ...people].find((one) => one.toLowerCase() === player)
      return name === undefined
        ? ask(`I know no player, place or block called ${player}.`)
        : { type: 'args', all: [{ player: name }] }
    },
    title: ({ player }) => `say where ${player} is`,
  }),
  'where-place': order({
    manner: 'answer',
    meaning: 'says where a remembered place is',
    examples: ['where is home', 'where is the iron mine'],
    args: { place: placeName },
    forms: [/^where is (?:my |the |our |your )?(?<place>[a-z0-9][a-z0-9' _-]{0,31})$/],
    understand: ({ place = '' }, { places }) =>
      places.includes(place) ? { type: 'args', all: [{ place }] } : null,
    title: ({ place }) => `say where ${place} is`,
  }),
  chests: plain({
    manner: 'answer',
    meaning: 'says what the chests held when it last opened them',
    examples: ['what is in the chest', 'list the chests'],
    forms: [
      /^what is in (?:the|your|our|my|that|this) (?:chests?|barrels?|storage)$/,
      /^(?:list|show)(?: me)? (?:the|your|our|all) chests$/,
    ],
    title: 'say what the chests hold',
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
      const singular = name.replace(/s$/, '')
      const names = [name, singular, resolveItem(registry, name) ?? name]
      // People say diamonds and mean the ore.
      const ores = [`${name}_ore`, `${singular}_ore`, `${singular.replace(/_ingot$/, '')}_ore`]
      names.push(...ores)
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
  schematics: plain({
    manner: 'answer',
    meaning: 'lists the schematics that it can build',
    examples: ['what can you build', 'list schematics'],
    forms: [
      /^(?:what can you build|(?:list|show)(?: me)?(?: the| your)? (?:schematics|blueprints|buildings))$/,
    ],
    title: 'list schematics',
  }),
  'forget-place': order({
    manner: 'answer',
    meaning: 'forgets a place',
    examples: ['forget the iron mine'],
    args: { place: placeName },
    forms: [/^forget (?:about )?(?:my |the |our |your )?(?<place>[a-z0-9][a-z0-9' _-]{0,31})$/],
    understand: ({ place = '' }, { places }) =>
      places.includes(place) ? { type: 'args', all: [{ place }] } : unknownPlace(place, places, ''),
    title: ({ place }) => `forget ${place}`,
  }),
  keep: order({
    manner: 'answer',
    meaning:
      'keeps a number of items in the chests or on it: gets what is missing when it has nothing else to do',
    examples: ['keep 64 torches in the chest', 'always carry 8 bread'],
    args: { item, count, where: keptIn },
    forms: [
      /^(?:always )?keep (?<items>.+?) in (?:the|a|my|your|our) (?<chest>chests?|barrel|storage|box)$/,
      /^(?:always )?keep (?<items>.+?) (?:on you|with you|in your (?:inventory|pockets))$/,
      /^always (?:carry|have|keep) (?<items>.+)$/,
    ],
    understand({ items = '', chest }, context) {
      const where = chest === undefined ? ('inventory' as const) : ('chest' as const)
      return withItems(context, items, ({ item, count }) => ({
        ...{ item, where },
        count: count ?? MAX_COUNT,
      }))
    },
    title: standingTitle,
  }),
  'stop-keeping': order({
    manner: 'answer',
    meaning: 'no longer keeps a number of that item',
    examples: ['stop keeping torches'],
    args: { item },
    forms: [
      /^(?:stop|no longer|don't|do not|quit) keep(?:ing)? (?<items>.+?)(?: (?:in|on|with) .+)?$/,
    ],
    understand: ({ items = '' }, context) => withItems(context, items, ({ item }) => ({ item })),
    title: ({ item }) => `no longer keep ${itemKind(item)}`,
  }),
} as const
