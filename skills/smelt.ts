import type { Furnace } from 'mineflayer'
import type { Vec3 } from 'vec3'
import { stacksOf } from '../src/body/carried.ts'
import { orStop, Stop } from '../src/body/stop.ts'
import { countOf, membersOf } from '../src/knowledge/families.ts'
import { fuelTicks, smeltingSources } from '../src/knowledge/smelting.ts'
import { failed, succeeded, type SkillResult } from './failure.ts'
import type { Skill, SkillContext } from './skill.ts'
import { hasStation, withStation } from './station.ts'

export interface SmeltArgs {
  /** Kind or family to make. */
  readonly item: string
  readonly count: number
  readonly keepStation: boolean
}

/** A furnace takes this long for one item (ticks). */
const SMELT_TICKS = 200
const SLACK_TICKS = 100
const ARRIVAL_TICKS = 10

/** Things that are worth more than what they would heat. */
const NOT_TO_BURN = /crafting_table|chest|_pickaxe|_axe|_sword|_shovel|_hoe|bow|boat|ladder|sign|bed|wool|bookshelf|lava_bucket/

/** Makes items in a furnace, with fuel computed for just that many. */
export const smelt: Skill<SmeltArgs> = {
  name: 'smelt',
  effect: 'the inventory holds `count` more of `item`',
  budget: ({ count }) => 1000 + SMELT_TICKS * count,
  precondition(context, { item, count }) {
    if (!inputFor(context, item)) {
      return { kind: 'missing-material', detail: `nothing to smelt ${item} from` }
    }
    if (!fuelFor(context, count, inputFor(context, item))) return { kind: 'no-fuel', detail: `no fuel to smelt ${count} ${item}` }
    if (!hasStation(context, 'furnace')) return { kind: 'no-furnace', detail: 'no furnace carried or known near' }
    return null
  },
  async run(context, args) {
    return withStation(context, 'furnace', args.keepStation, (place) => work(context, args, place))
  },
}

interface Stock {
  name: string
  count: number
}

function inputFor({ body, kinds }: SkillContext, item: string): Stock | undefined {
  const { carried } = body
  return membersOf(kinds, item)
    .flatMap((member) => smeltingSources(kinds, member))
    .map((name) => ({ name, count: carried[name] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)[0]
}

/** The fuel that wastes least for this many items, of what is carried and not needed as input. */
function fuelFor({ body, kinds }: SkillContext, items: number, input: Stock | undefined): Stock | undefined {
  const needed = items * SMELT_TICKS
  const rank = (name: string) => (/^(coal|charcoal)$/.test(name) ? 0 : /_planks$|_slab$|^stick$/.test(name) ? 1 : 2)
  return Object.entries(body.carried)
    .filter(([name]) => name !== input?.name && !NOT_TO_BURN.test(name))
    .map(([name, held]) => ({ name, held, burns: fuelTicks(kinds, name) ?? 0 }))
    .filter(({ burns }) => burns > 0)
    .map(({ name, held, burns }) => ({ name, held, count: Math.ceil(needed / burns) }))
    .filter(({ held, count }) => held >= count)
    .sort((a, b) => rank(a.name) - rank(b.name))[0]
}

async function work(context: SkillContext, { item, count }: SmeltArgs, place: Vec3): Promise<SkillResult> {
  const { body, kinds, signal } = context
  const { bot } = body
  const block = bot.blockAt(place)
  if (!block) return failed('no-furnace', 'the furnace is gone')
  const goal = countOf(kinds, body.carried, item) + count
  const furnace = await orStop(bot.openFurnace(block), signal).catch(noFurnace)
  if (!furnace) return failed('no-furnace', 'the furnace does not open')
  try {
    await takeEverything(context, furnace)
    const input = inputFor(context, item)
    if (!input) return failed('missing-material', `nothing to smelt ${item} from`)
    const amount = Math.min(count, input.count)
    const fuel = fuelFor(context, amount, input)
    if (!fuel) return failed('no-fuel', `no fuel to smelt ${amount} ${item}`)
    await put(context, furnace, 'putFuel', fuel)
    await put(context, furnace, 'putInput', { name: input.name, count: amount })
    const patience = amount * SMELT_TICKS + SLACK_TICKS
    await body.until(() => (furnace.outputItem()?.count ?? 0) >= amount, patience, signal)
  } finally {
    await takeEverything(context, furnace).catch(noResult)
    furnace.close()
  }
  // While a window is open, the inventory outside it stands still: only now it can be counted.
  const enough = () => countOf(kinds, body.carried, item) >= goal
  if (await body.until(enough, ARRIVAL_TICKS, signal)) return succeeded
  const got = count - (goal - countOf(kinds, body.carried, item))
  return failed('timeout', `the furnace gave ${got} of ${count} ${item}`)
}

async function put(context: SkillContext, furnace: Furnace, how: 'putFuel' | 'putInput', stock: Stock): Promise<void> {
  const { body, kinds, signal } = context
  const stack = stacksOf(body.bot, kinds, [stock.name])[0]
  if (!stack) return
  await orStop(furnace[how](stack.type, kinds.flattened ? null : stack.metadata, stock.count).then(noResult, noResult), signal)
}

/** Empties the furnace: also what somebody left in it, and what is over after a failure. */
async function takeEverything({ signal }: SkillContext, furnace: Furnace): Promise<void> {
  if (furnace.outputItem()) await orStop(furnace.takeOutput().then(noResult, noResult), signal)
  if (furnace.inputItem()) await orStop(furnace.takeInput().then(noResult, noResult), signal)
  if (furnace.fuelItem()) await orStop(furnace.takeFuel().then(noResult, noResult), signal)
}

/** Whether a click was confirmed is not what counts: the inventory is looked at afterwards. */
function noResult(): void {}

function noFurnace(error: unknown): null {
  if (error instanceof Stop) throw error
  return null
}
