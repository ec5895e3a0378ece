import type { BuiltInWorld } from '#events/worlds'
import type { TrialOptions } from '../trial-options.ts'

/** Tasks that no player can do in survival mode: a good planner refuses them. */
const IMPOSSIBLE = [
  ...['bedrock', 'barrier', 'command_block', 'chain_command_block', 'repeating_command_block'],
  ...['command_block_minecart', 'structure_block', 'structure_void', 'jigsaw', 'debug_stick'],
  ...['knowledge_book', 'end_portal_frame', 'spawner', 'farmland', 'grass_path'],
  ...['petrified_oak_slab', 'infested_stone', 'player_head', 'zombie_spawn_egg'],
  'creeper_spawn_egg',
].map((item) => `obtain:${item}`)

/** Tasks of the episodes with a body, from wood to diamond. */
const EPISODES = [
  ...['craft_sticks', 'craft_wooden_pickaxe', 'craft_furnace', 'craft_stone_pickaxe', 'cook_beef'],
  ...['craft_torch', 'craft_iron_pickaxe', 'craft_bucket', 'equip_iron_helmet', 'obtain_diamond'],
]

/** How the trials of a part succeed: the target is held, or the planner refuses. */
type Wanted = 'target' | 'refusal'

interface TrialsPart {
  readonly kind: 'trials'
  readonly title: string
  readonly world: BuiltInWorld
  /** A group of the DEPS table, or names of tasks. */
  readonly tasks: 'all' | readonly string[]
  readonly seeds: readonly number[]
  readonly wanted: Wanted
  readonly perTrial: { calls: number; inputTokens: number; outputTokens: number }
}

interface TextCraftPart {
  readonly kind: 'textcraft'
  readonly title: string
  /** Number of test tasks, the deepest recipes first. */
  readonly limit: number
}

export type SuitePart = TrialsPart | TextCraftPart

/** A frozen set of tasks: a change of any of it is another suite with another name. */
export interface Suite {
  readonly parts: Readonly<Record<string, SuitePart>>
}

/** The settings of all trials. */
export const BENCH_OPTIONS = {
  mcVersion: '1.16.5',
  username: 'Delver',
  perception: 'seen',
  planner: 'llm',
  strategy: 'deps',
  rounds: 5,
  selector: 'nearest',
  goals: 'strict',
} as const satisfies Partial<TrialOptions>

/** Measured with the scripted model of the tests; a refusal takes one call. */
const DEPS_NEED = { calls: 5.8, inputTokens: 10_090, outputTokens: 993 }
const REFUSAL_NEED = { calls: 3, inputTokens: 5000, outputTokens: 200 }

const TEXT_TASKS = {
  kind: 'trials',
  title: '76 tasks',
  world: 'text',
  tasks: 'all',
  seeds: [1],
  wanted: 'target',
  perTrial: DEPS_NEED,
} as const satisfies SuitePart

const REFUSALS = {
  kind: 'trials',
  title: 'impossible tasks refused',
  world: 'text',
  tasks: IMPOSSIBLE,
  seeds: [1],
  wanted: 'refusal',
  perTrial: REFUSAL_NEED,
} as const satisfies SuitePart

/** All suites, the default first. */
export const SUITES: Readonly<Record<string, Suite>> = {
  'delver-2': {
    parts: {
      tasks: TEXT_TASKS,
      textcraft: { kind: 'textcraft', title: 'TextCraft', limit: 200 },
      impossible: REFUSALS,
      episodes: {
        kind: 'trials',
        title: 'episodes with a body',
        world: 'practice',
        tasks: EPISODES,
        seeds: [1, 2, 3, 4, 5],
        wanted: 'target',
        perTrial: DEPS_NEED,
      },
    },
  },
  /** A few tasks of each kind without a body, to try a setup. */
  'smoke-1': {
    parts: {
      tasks: {
        ...TEXT_TASKS,
        title: '3 tasks',
        tasks: ['craft_sticks', 'craft_furnace', 'craft_iron_pickaxe'],
      },
      textcraft: { kind: 'textcraft', title: 'TextCraft', limit: 2 },
      impossible: { ...REFUSALS, tasks: IMPOSSIBLE.slice(0, 2) },
    },
  },
}
