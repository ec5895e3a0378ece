import type { Vec3 } from 'vec3'
import { openWindow } from '#body/clicks'
import { FUELS, fuelNeeded, type SmeltingChoice, smeltingChoice } from '#goal/choices'
import type { Goal, ItemCounts } from '#goal/goal'
import { hasStation, type Missing } from '#goal/missing'
import { ANY_APPROACH, type Candidate, type Observation } from '#goal/observation'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { countOf, isTag, tagMembers, tagOf } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'
import { SMELTING_TICKS, smeltingResult, smeltingSources } from '#knowledge/smelting'
import { perform, type SkillContext, type SkillWorld } from '../core/skill.ts'
import {
  defineSkill,
  type GoalArgs,
  lacking,
  type SkillDefinition,
} from '../core/skill-definition.ts'
import { chooseLoad, empty, FUEL, INPUT, MAX_RETURNS, OUTPUT, SLACK_TICKS } from './furnace.ts'
import { furnacesAtHand, parallelSmelt } from './parallel-smelt.ts'
import { stationOf, withStation } from './station.ts'

/**
 * Time to place the only furnace, to load it, and to dig it up again (ticks). `EXTRA_FURNACE_TICKS` of the planner's loadout is
 * the time for a furnace that the agent abandons.
 */
const OWN_FURNACE_TICKS = 110

/**
 * Smelts items with exactly the fuel that they need. After an interruption, the furnace keeps burning and the next
 * run of the skill returns to it.
 */
export const smelt: SkillDefinition = defineSkill({
  name: 'smelt',
  takesMaterials: true,
  group: 'inventory',
  station: 'furnace',
  stations: [stationOf('furnace')],
  verbs: 'smelt cook melt roast bake burn refine fry grill'.split(' '),
  prompt: {
    form: "smelt({item: count}, {material: count, fuel: count}, 'furnace')",
    meaning: 'make items in a furnace; fuel is coal, charcoal, planks or log',
  },
  brings: (registry, item) => smeltingSources(registry, item).length > 0,
  recipes(registry, item) {
    if (isTag(registry, item)) return []
    const inputs = smeltingSources(registry, item).map((input) => tagOf(registry, input) ?? input)
    return [...new Set(inputs)].map((input) => ({
      skill: 'smelt',
      uses: { [input]: 1 },
      makes: 1,
      burnTicks: SMELTING_TICKS,
      tool: 'furnace',
      wearEach: 0,
      tunnel: 0,
      searchTicks: 0,
      eachTicks: SMELTING_TICKS,
    }))
  },
  sources: () => [],
  missing: missingFor,
  simulate(registry, goal, inventory) {
    const choice = smeltingChoice(registry, goal, inventory)
    const [[item, count] = ['', 0]] = Object.entries(goal.target)
    if (!choice.ok) return { changes: new Map(), worn: [] }
    const changes = new Map([[choice.input, -choice.count]])
    changes.set(choice.fuel, (changes.get(choice.fuel) ?? 0) - choice.fuelCount)
    const made = smeltingResult(registry, choice.input) ?? item
    changes.set(made, (changes.get(made) ?? 0) + count)
    return { changes, worn: [] }
  },
  candidates: (goal, observation) => fuelCandidates(goal, observation),
  estimate: ({ goal }, { near }) => ({
    travelTicks: 0,
    searchTicks: 0,
    workTicks:
      Object.values(goal.target).reduce((sum, count) => sum + count * SMELTING_TICKS, 0) +
      (near.has('furnace') ? 0 : OWN_FURNACE_TICKS),
  }),
  effect: 'the inventory holds `count` more of `item`',
  budget: ({ count }) => 1000 + SMELTING_TICKS * count,
  precondition(context, args) {
    const rest = args.count - loaded(context, args)
    return lacking(smelt, context, { ...args, count: Math.max(0, rest) })
  },
  async run(context, args): Promise<Outcome> {
    if (args.count > 1 && furnacesAtHand(context) > 1) return perform(context, parallelSmelt, args)
    const goTo = () => withStation(context, 'furnace', (place) => work(context, args, place))
    let outcome = await goTo()
    for (let returns = 0; isCarriedOff(outcome) && returns < MAX_RETURNS; returns++)
      outcome = await goTo()
    return outcome
  },
})

function missingFor(
  registry: Registry,
  goal: Goal,
  inventory: ItemCounts,
  near: ReadonlySet<string>,
): Missing[] {
  const [[target, count] = ['', 0]] = Object.entries(goal.target)
  const members = tagMembers(registry, target)
  if (members.every((member) => smeltingSources(registry, member).length === 0))
    return [{ kind: 'no-source', item: target }]
  const missing: Missing[] = []
  const choice = smeltingChoice(registry, goal, inventory)
  if (count > 0 && !choice.ok) {
    const kind = choice.isFuel ? 'no-fuel' : 'missing-material'
    for (const [item, short] of Object.entries(choice.missing))
      missing.push({ kind, item, count: short })
  }
  if (!hasStation(registry, 'furnace', inventory, near)) missing.push({ kind: 'no-furnace' })
  return missing
}

/** The goal with each sufficient fuel, the plan's own first. */
function fuelCandidates(goal: Goal, { registry, inventory }: Observation): Candidate[] {
  const [count = 0] = Object.values(goal.target)
  const planned = smeltingChoice(registry, goal, inventory)
  const others = FUELS.flatMap((fuel) => {
    const fuelCount = fuelNeeded(registry, fuel, count)
    if (!planned.ok || countOf(registry, inventory, fuel) < fuelCount) return []
    const isPlanned = tagMembers(registry, fuel).includes(planned.fuel)
    const spare = tagMembers(registry, fuel).includes(planned.input) ? count : 0
    if (isPlanned || countOf(registry, inventory, fuel) - spare < fuelCount) return []
    return [{ ...goal, using: { [planned.input]: count, [fuel]: fuelCount } }]
  })
  return [goal, ...others].map((one) => ({ goal: one, ...ANY_APPROACH }))
}

/** Whether the body was carried so far from the furnace that the server closed the window. */
function isCarriedOff(outcome: Outcome): boolean {
  return !outcome.ok && outcome.failure.kind === 'interrupted'
}

/** Number of items still to come from the furnace that the agent left. */
function loaded({ agentState }: SkillWorld, { item }: GoalArgs): number {
  const { furnaceLoad } = agentState.stations
  return furnaceLoad?.item === item ? furnaceLoad.count : 0
}

async function work(context: SkillContext, args: GoalArgs, place: Vec3): Promise<Outcome> {
  const { body, registry, agentState, signal } = context
  const wanted = countOf(registry, body.carried, args.item) + args.count
  const clicks = await openWindow(body, place, signal)
  if (!clicks) return failed('no-furnace', 'the furnace does not open')
  agentState.stations.resumeLoad()
  const products = tagMembers(registry, args.item)
  /** Number of wanted items in a slot, or that come of the items in it. */
  const amount = (slot: number, become: (kind: string) => string | undefined) => {
    const item = clicks.slot(slot)
    return item && products.includes(become(registry.itemName(item)) ?? '') ? item.count : 0
  }
  const made = () => amount(OUTPUT, (kind) => kind)
  const coming = () => amount(INPUT, (kind) => smeltingResult(registry, kind))
  try {
    if (made() + coming() === 0) await empty(clicks)
    const rest = args.count - made() - coming()
    if (rest > 0) {
      const choice = chooseLoad(context, args, rest)
      if (!choice.ok) return outOf(args, choice)
      if (!clicks.slot(FUEL)) await clicks.lay(choice.fuel, [FUEL], choice.fuelCount)
      await clicks.lay(choice.input, [INPUT], rest)
    }
    const patience = args.count * SMELTING_TICKS + SLACK_TICKS
    await body.until(() => !clicks.isOpen || made() >= args.count, patience, signal)
    if (!clicks.isOpen) return failed('interrupted', 'carried away from the furnace')
    await empty(clicks)
  } finally {
    if (signal.aborted || !clicks.isOpen)
      agentState.stations.leaveLoad({ place, item: args.item, count: made() + coming() })
    await clicks.close()
  }
  // While a window is open, the inventory outside it does not update; count only now.
  const missing = wanted - countOf(registry, body.carried, args.item)
  if (missing <= 0) return succeeded
  return failed('timeout', `the furnace gave ${args.count - missing} of ${args.count} ${args.item}`)
}

/** The furnace was loaded with less than requested: some of it was used up in the meantime. */
function outOf({ item }: GoalArgs, choice: SmeltingChoice & { ok: false }): Outcome {
  const short = Object.entries(choice.missing).map(([name, number]) => `${name}: ${number} more`)
  return failed(choice.isFuel ? 'no-fuel' : 'missing-material', `${item} needs ${short.join(', ')}`)
}
