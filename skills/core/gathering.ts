import type { Goal, ItemCounts } from '#goal/goal'
import {
  ANY_APPROACH,
  type Candidate,
  type Estimate,
  type Observation,
  type SearchMethod,
} from '#goal/observation'
import type { Effect, Recipe, SkillSpec } from '#goal/skill-spec'
import { type AnimalSource, animalSources } from '#knowledge/animals'
import { tagMembers } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'
import { defineSkill, type SkillDefinition, type SkillRecord } from './skill-definition.ts'

/** Maximum number of known sources of one goal that the selector chooses from. */
const MAX_SOURCES = 5
/** Assumed ratio of the time of a search on the surface to that of a search by tunnel; not measured. */
const LAND_SLOWNESS = 3

/** What all skills that gather blocks, mobs or fluids have in common. */
type Gathering = Omit<
  SkillRecord,
  'takesMaterials' | 'group' | 'station' | 'candidates' | 'estimate' | 'effect'
> &
  Partial<Pick<SkillRecord, 'takesMaterials'>>

/** Searching is offered as a choice when the known source is farther away than this share of a typical search. */
const WORTH_SEARCHING = 0.5

/** Completes the record of a skill that gathers from the world. */
export function defineGathering({
  searches = () => [],
  ...record
}: Gathering & Searching): SkillDefinition {
  return defineSkill({
    takesMaterials: false,
    group: 'world',
    station: null,
    candidates: (goal, observation) =>
      gatheringCandidates({ ...record, searches }, goal, observation),
    estimate: (candidate, observation) => gatheringEstimate(record, candidate, observation),
    effect: 'the inventory holds `count` more of `item`',
    ...record,
  })
}

interface Searching {
  /** Methods of searching for what a goal asks for, the usual one first; empty if there is no choice. */
  readonly searches?: (registry: Registry, goal: Goal) => readonly SearchMethod[]
}

/**
 * A gathering goal can begin at each place with a known source. It can also begin with a search, where no source
 * is known or the nearest one is far.
 */
function gatheringCandidates(
  { recipes, sources, searches }: Pick<SkillSpec, 'recipes' | 'sources'> & Required<Searching>,
  goal: Goal,
  observation: Observation,
): Candidate[] {
  const { registry, body } = observation
  const known = observation.sources(sources(registry, goal), MAX_SOURCES)
  const methods = body ? [...new Set(searches(registry, goal))] : []
  const [nearest] = known
  const looked = methods.flatMap((search): Candidate[] => {
    const candidate = { goal, source: null, search }
    // A source nearer than this would not have needed a search.
    const near =
      gatheringEstimate({ recipes }, candidate, observation).searchTicks * WORTH_SEARCHING
    return nearest && nearest.ticks <= near ? [] : [{ ...candidate, maxTicks: near }]
  })
  if (!nearest && looked.length === 0) return [{ goal, ...ANY_APPROACH }]
  return [...known.map((source) => ({ goal, source, search: null })), ...looked]
}

/** Ticks to gather what a goal asks for: to reach or find a source, and for each item. */
function gatheringEstimate(
  spec: Pick<SkillSpec, 'recipes'>,
  { goal, source, search }: Candidate,
  { registry }: Observation,
): Estimate {
  const parts = Object.entries(goal.target).map(([item, count]) => {
    const recipe = leastWork(spec.recipes(registry, item, new Set()), count)
    return { search: recipe?.searchTicks ?? 0, work: (recipe?.eachTicks ?? 0) * count }
  })
  const slowness = search === 'land' ? LAND_SLOWNESS : 1
  return {
    travelTicks: source?.ticks ?? 0,
    searchTicks: source ? 0 : Math.max(0, ...parts.map((part) => part.search)) * slowness,
    workTicks: parts.reduce((sum, { work }) => sum + work, 0),
  }
}

function leastWork(recipes: readonly Recipe[], count: number): Recipe | undefined {
  const work = ({ searchTicks, eachTicks }: Recipe) => searchTicks + eachTicks * count
  return recipes.reduce<Recipe | undefined>((a, b) => (a && work(a) <= work(b) ? a : b), undefined)
}

/** The effect of gathering by the rules alone: one exact item for each target. */
export function gatheringEffect(
  { target }: Goal,
  inventory: ItemCounts,
  exactKind: (item: string, inventory: ItemCounts) => string,
): Effect {
  const changes = new Map<string, number>()
  for (const [item, count] of Object.entries(target)) {
    const kind = exactKind(item, inventory)
    changes.set(kind, (changes.get(kind) ?? 0) + count)
  }
  return { changes, worn: [] }
}

/** One recipe by animals: that of the most productive available animal. */
export function animalRecipes(
  skill: string,
  tool: string | null,
  sources: readonly AnimalSource[],
  unavailable: ReadonlySet<string>,
): Recipe[] {
  const best = sources.find(({ animal }) => !unavailable.has(animal))
  if (!best) return []
  const { searchTicks, eachTicks, expected } = best
  return [
    {
      skill,
      uses: {},
      makes: 1,
      burnTicks: 0,
      tool,
      wearEach: 1 / expected,
      tunnel: 0,
      searchTicks,
      eachTicks: eachTicks / expected,
    },
  ]
}

/** The exact item that an animal drops for an item or tag. */
export function exactDrop(registry: Registry, name: string): string {
  const members = tagMembers(registry, name)
  return members.find((member) => animalSources(registry, member).length > 0) ?? name
}
