import { inReach } from '#body/dig'
import { ticksBetween } from '#body/navigation/estimate'
import type { Goal, ItemCounts } from '#goal/goal'
import { hasGained } from '#goal/goal'
import { kindsOnTheWay } from '#goal/kinds-on-the-way'
import {
  ANY_APPROACH,
  type Approach,
  type BodyState,
  type KnownSource,
  type Observation,
} from '#goal/observation'
import type { Outcome } from '#goal/outcome'
import { isRock } from '#knowledge/ground'
import { countOf, mostOfOneKind } from '#knowledge/item-tags'
import { TABLE_PLANKS } from '#knowledge/stone-route'
import { forage } from '#skills/combat/forage'
import { knownAnimals, knownBlocks } from '#skills/core/known-sources'
import type { Skill, SkillWorld } from '#skills/core/skill'
import { groupedByPlace } from '#skills/core/source-groups'
import {
  ownStations,
  STATIONS,
  type StationKind,
  stationsNear,
  takeBackStations,
} from '#skills/items/station'
import type { SkillLanguage } from '#skills/library'
import { goToStone } from '#skills/mining/go-to-stone'
import { getBearings } from '#skills/moving/get-bearings'
import { isNight } from '#skills/survival/shelter'
import type { Controller } from '../controller/controller.ts'
import { castsPortal } from '../planner/loadout.ts'
import { searchesForOre } from '../planner/ore-search.ts'
import type { Environment } from './environment.ts'
import { Idling } from './idling.ts'
import { needsProvisions } from './provisions.ts'
import { recoverFrom, retrieveLost } from './recovery.ts'
import { replacementCost } from './replacement-cost.ts'
import { situationOf } from './situation.ts'

/** Maximum number of detours for food. */
const MAX_FORAYS = 3
/** Maximum number of blocks that count as dug without leaving the place. */
const MAX_DUG_IN_PLACE = 8
/** Further planks to keep without a planned use: fuel for three iron ingots. */
const FUEL_PLANKS = 2

/** The Minecraft world, in which the controller's skills execute goals. */
export class MinecraftEnvironment implements Environment {
  readonly language: SkillLanguage
  readonly #context: SkillWorld
  readonly #controller: Controller
  #forays = 0
  /** Consecutive goals that failed without a gain. */
  #fruitless = 0

  /** @param target of the trial: the agent does not discard items that may serve it. */
  constructor(
    language: SkillLanguage,
    context: SkillWorld,
    controller: Controller,
    target: ItemCounts,
  ) {
    context.agentState.exploration.startAt(context.body.feet)
    const needed = kindsOnTheWay(language, target)
    context.agentState.pursue(needed, replacementCost(language, needed))
    this.language = language
    this.#context = context
    this.#controller = controller
  }

  observe(): Observation {
    const { body, registry } = this.#context
    return {
      registry,
      tick: body.clock.tick,
      inventory: body.carried,
      worn: new Set(body.inventory.wornKinds),
      near: stationsNear(this.#context, this.language.skills),
      body: this.#bodyState(),
      situation: situationOf(this.#context),
      sources: (kinds, limit) => this.#sources(kinds, limit),
      travelTicks: ticksBetween,
    }
  }

  async execute(
    goal: Goal,
    signal: AbortSignal,
    approach: Approach = ANY_APPROACH,
  ): Promise<Outcome> {
    const { body } = this.#context
    const { clock } = body
    const start = clock.tick
    const before = body.carried
    await this.#prepare(goal, approach, signal)
    const outcome = await this.#controller.carryOut(goal, signal, approach)
    signal.throwIfAborted()
    const isFruitless = !outcome.ok && !hasGained(before, body.carried)
    this.#fruitless = isFruitless ? this.#fruitless + 1 : 0
    if (!outcome.ok) {
      if (outcome.failure.kind === 'not-found') this.#failedSearches(goal)
      if (outcome.failure.kind === 'died') await getBearings({ ...this.#context, signal })
      await recoverFrom(
        { kind: outcome.failure.kind, fruitless: this.#fruitless },
        this.#controller,
        this.#context,
        signal,
      )
      signal.throwIfAborted()
    }
    if (clock.tick === start) await this.wait(1, signal)
    return outcome
  }

  async wait(ticks: number, signal: AbortSignal): Promise<void> {
    await this.#context.body.wait(ticks, signal)
    signal.throwIfAborted()
  }

  attend(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
    const idling = new Idling(this.#controller, this.#context)
    return this.#controller.attend(work, signal, (either) => idling.tick(either))
  }

  /** Maintenance before a goal: retrieves lost items, picks up stations, forages, and goes to the stone to work at. */
  async #prepare(goal: Goal, approach: Approach, signal: AbortSignal): Promise<void> {
    const maintain = <Args>(skill: Skill<Args>, args: Args) =>
      this.#controller.runMaintenance(skill, args, signal)
    await retrieveLost(this.#controller, this.#context, signal)
    const leadsAway = this.#leadsAway(goal, approach)
    const leaves = STATIONS.some((kind) => ownStations(this.#context, kind).length > 0)
    if (leadsAway && leaves)
      await maintain(takeBackStations, { replaced: this.#replaced(goal, approach) })
    const kinds = this.#carriesStationFor(goal) ? this.#dugNext(approach) : []
    const leadsUnderground = kinds.some(isRock) || (leadsAway && digsWithPickaxe(goal))
    if (leadsUnderground && needsProvisions(this.#context) && this.#forays++ < MAX_FORAYS)
      await maintain(forage, null)
    if (kinds.some(isRock)) await maintain(goToStone, { kinds })
    signal.throwIfAborted()
  }

  /**
   * Whether a goal is likely to lead away from the stations near the agent: any gathering does, except of a few stones within reach, and
   * the search for the lava of a portal.
   */
  #leadsAway(goal: Goal, { source }: Approach): boolean {
    if (castsPortal(goal)) return true
    if (this.language.sources(goal).length === 0) return false
    const isWithinReach =
      source !== null && isRock(source.kind) && inReach(this.#context.body, source.position)
    const count = Object.values(goal.target).reduce((sum, each) => sum + each, 0)
    return !isWithinReach || count > MAX_DUG_IN_PLACE
  }

  /** Stations to leave behind, because a new one costs less than picking this one up and its materials are in the inventory. */
  #replaced(goal: Goal, { rest }: Approach): StationKind[] {
    if (!rest) return []
    const { body, registry } = this.#context
    const isNeeded = (kind: StationKind) => rest.some(({ tool }) => tool === kind)
    const planksIn = (counts: ItemCounts) =>
      (counts.planks ?? 0) + countOf(registry, counts, 'planks')
    const used = rest.reduce((sum, { using }) => sum + planksIn(using), 0)
    const spare = planksIn(body.carried) - used
    const planks = Math.min(spare, mostOfOneKind(registry, body.carried, 'planks'))
    const isSearch = () => castsPortal(goal) || searchesForOre([goal, ...rest], this.observe())
    const isLeft = {
      // Any digging with a pickaxe also yields stone.
      furnace: digsWithPickaxe(goal) && !isNeeded('furnace'),
      // On a search for ore or lava, the table is needed for new pickaxes.
      crafting_table: isNeeded('crafting_table')
        ? planks >= TABLE_PLANKS
        : planks >= TABLE_PLANKS + FUEL_PLANKS || !isSearch(),
    }
    return STATIONS.filter((kind) => isLeft[kind])
  }

  /** Kinds of blocks that the plan mines next. */
  #dugNext({ rest = [] }: Approach): readonly string[] {
    const next = rest.find((step) => this.language.sources(step).length > 0)
    return next?.skill === 'mine' ? this.language.sources(next) : []
  }

  /** Whether the agent would have to place a carried station for a goal. */
  #carriesStationFor({ tool }: Goal): boolean {
    const kind = STATIONS.find((station) => station === tool)
    if (!kind || (this.#context.body.carried[kind] ?? 0) === 0) return false
    return !stationsNear(this.#context, this.language.skills).has(kind)
  }

  #failedSearches({ target }: Goal): void {
    const { exploration } = this.#context.agentState
    for (const item of Object.keys(target)) exploration.countFailedSearch(item)
  }

  #bodyState(): BodyState {
    const { body, registry } = this.#context
    const { vitals, inventory, game } = body
    return {
      position: body.feet,
      health: vitals.health,
      food: vitals.food,
      held: inventory.held ? registry.itemName(inventory.held) : null,
      isNight: isNight(this.#context),
      isHostile: game.difficulty !== 'peaceful',
      stonesLeft: body.tools.stonesLeft,
    }
  }

  #sources(kinds: readonly string[], limit: number): KnownSource[] {
    const { registry } = this.#context
    const blocks = kinds.filter((kind) => registry.hasBlock(kind))
    const animals = kinds.filter((kind) => !registry.hasBlock(kind))
    const every = Number.POSITIVE_INFINITY
    const known = [
      ...blocks.flatMap((kind) => knownBlocks(this.#context, [kind], every)),
      ...(animals.length > 0 ? knownAnimals(this.#context, animals, every) : []),
    ]
    return groupedByPlace(known.sort((a, b) => a.ticks - b.ticks)).slice(0, limit)
  }
}

function digsWithPickaxe({ tool }: Goal): boolean {
  return tool?.endsWith('_pickaxe') === true
}
