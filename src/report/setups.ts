import { findTask } from '#trial/tasks'
import { plainText } from '#wire/plain-text'
import { whole } from './numbers.ts'
import { NOTHING } from './table.ts'
import type { ReportedTrial, TrialSet } from './trial-set.ts'

/** Trials of a set that were played with the same settings, whatever their task and seed. */
export interface Setup {
  /** The set's label, with a letter where the set has several setups. */
  readonly label: string
  /** Settings by name, as text. */
  readonly facts: Readonly<Record<string, string>>
  readonly trials: readonly ReportedTrial[]
}

/** The setups of a set, the most used first. */
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
    Minecraft: record?.version ?? world.version ?? 'not known',
    difficulty: world.difficulty ?? NOTHING,
    'time of day': world.kind === 'practice' ? whole(settings.time) : NOTHING,
    // There is nothing to be seen in the text world.
    perception: world.kind === 'text' ? NOTHING : settings.perception,
    navigator: settings.navigator ?? NOTHING,
    hands: settings.hands ?? NOTHING,
    planner: settings.planner,
    strategy: settings.strategy,
    selector: settings.selector,
    descriptor: settings.descriptor,
    'planning again': settings.replan,
    'rounds of replanning': settings.rounds === null ? 'no limit' : whole(settings.rounds),
    ...(settings.skillMemory !== null && { 'skill memory': settings.skillMemory }),
    'tick limit': hasOwnLimit(result.task, settings.maxTicks)
      ? "the task's own"
      : whole(settings.maxTicks),
    'language model': llm?.model ?? 'none',
    ...(llm && {
      explainer: llm.explainer ? 'model' : 'none',
      'time of a call': llm.time ?? NOTHING,
      'limits of the model': limitsOf(llm) || 'none',
    }),
    Delver: record?.delver ?? 'not known',
  }
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, plainText(fact)]))
}

function limitsOf(llm: NonNullable<ReportedTrial['result']['settings']['llm']>): string {
  return [
    llm.maxCalls === null ? '' : `${whole(llm.maxCalls)} calls`,
    llm.maxTokens === null ? '' : `${whole(llm.maxTokens)} tokens`,
    llm.maxDollars === null ? '' : `$${llm.maxDollars}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Whether a trial had the ticks that its task comes with. */
function hasOwnLimit(task: string, maxTicks: number): boolean {
  try {
    return findTask(task).maxTicks === maxTicks
  } catch {
    // A task of another version of Delver.
    return false
  }
}

function letter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1)
}
