import { hasBody } from '#events/worlds'
import { findTask } from '#trial/tasks'
import { plainText } from '#wire/plain-text'
import { whole } from './numbers.ts'
import { NOTHING } from './table.ts'
import type { ReportedTrial, TrialSet } from './trial-set.ts'

/** The language model of trials without one. */
export const NO_MODEL = 'none'

/** Trials of a set with the same settings, apart from task and seed. */
export interface Setup {
  /** The set's label, with a letter if the set has several setups. */
  readonly label: string
  /** Values of the settings as text, by name. */
  readonly facts: Readonly<Record<string, string>>
  readonly trials: readonly ReportedTrial[]
}

/** The setups of a set, most frequent first. */
export function setupsOf({ label, trials }: TrialSet): Setup[] {
  const groups = [...Map.groupBy(trials, (trial) => JSON.stringify(factsOf(trial))).values()]
  return groups
    .sort((a, b) => b.length - a.length)
    .flatMap((group, index) => {
      const [first] = group
      const mark = groups.length > 1 ? ` (${letter(index)})` : ''
      return first ? [{ label: `${label}${mark}`, facts: factsOf(first), trials: group }] : []
    })
}

function factsOf({ result, record }: ReportedTrial): Record<string, string> {
  const { settings, world } = result
  const { llm } = settings
  const facts = {
    world: world.kind,
    Minecraft: record?.version ?? world.version ?? 'unknown',
    difficulty: world.difficulty ?? NOTHING,
    'time of day': world.kind === 'practice' ? whole(settings.time) : NOTHING,
    perception: hasBody(world.kind) ? settings.perception : NOTHING,
    navigator: settings.navigator ?? NOTHING,
    'input limits': settings.hands ?? NOTHING,
    planner: settings.strategy === 'external' ? NOTHING : settings.planner,
    strategy: settings.strategy,
    selector: settings.strategy === 'external' ? NOTHING : settings.selector,
    descriptor: settings.descriptor,
    'replanning policy': settings.replan,
    'replanning rounds': settings.rounds === null ? 'no limit' : whole(settings.rounds),
    ...(settings.planMemory !== null && { 'plan memory': settings.planMemory }),
    ...(settings.skillMemory !== null && { 'skill memory': settings.skillMemory }),
    'tick limit': hasOwnLimit(result.task, settings.maxTicks)
      ? "the task's default"
      : whole(settings.maxTicks),
    'language model': llm?.model ?? NO_MODEL,
    ...(llm && {
      explainer: llm.explainer ? (llm.explainsInline ? 'inline' : 'model') : 'none',
      'game time during a call': llm.time ?? NOTHING,
      'model limits': limitsOf(llm) || 'none',
    }),
    Delver: record?.delver ?? 'unknown',
  }
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, plainText(fact)]))
}

function limitsOf(llm: NonNullable<ReportedTrial['result']['settings']['llm']>): string {
  const limit = (max: number | null, noun: string) =>
    max === null ? '' : `${whole(max)} ${max === 1 ? noun : `${noun}s`}`
  return [
    limit(llm.maxCalls, 'call'),
    limit(llm.maxTokens, 'token'),
    llm.maxDollars === null ? '' : `$${llm.maxDollars}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Whether a trial's tick limit is the default of its task. */
function hasOwnLimit(task: string, maxTicks: number): boolean {
  try {
    return findTask(task).maxTicks === maxTicks
  } catch {
    // The task belongs to another version of Delver.
    return false
  }
}

function letter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1)
}
