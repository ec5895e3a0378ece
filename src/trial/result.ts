import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type EventOf, TRIAL_ENDS, type TrialEnd, type TrialEvent } from '#events/events'
import { settingsSchema } from '#events/settings'
import { FAILURE_KINDS } from '#goal/outcome'
import { writeAtomically } from './atomic-file.ts'
import { reasonOf, SystemError } from './system-error.ts'

export const RESULT_FILE = 'result.json'

export const resultSchema = z.object({
  v: z.literal(1),
  task: z.string(),
  seed: z.int(),
  success: z.boolean(),
  /**
   * Whether the target was obtained by what the agent passed on, and whether the server's own
   * inventory had it at the end: success takes both. Null where the server cannot be asked.
   */
  verdict: z.object({ agent: z.boolean(), server: z.boolean() }).nullable().default(null),
  end: z.enum(TRIAL_ENDS),
  /** In a few words, why it ended so. */
  detail: z.string(),
  /** Length in game ticks. */
  ticks: z.int(),
  wallMs: z.number(),
  milestones: z.array(z.object({ name: z.string(), tick: z.int() })),
  deaths: z.int(),
  /** How many skills failed, by the kind of failure. */
  failures: z.partialRecord(z.enum(FAILURE_KINDS), z.int()),
  /** Failures that DEPS's explainer was asked about and said nothing of. */
  lostExplanations: z.int().default(0),
  /** How often the server saw what no vanilla client's hands can do, by the limit; null where no server counted. */
  handViolations: z.record(z.string(), z.int()).nullable().default(null),
  perception: settingsSchema.shape.perception,
  hands: settingsSchema.shape.hands,
  planner: settingsSchema.shape.planner,
  selector: settingsSchema.shape.selector,
  world: z.object({
    kind: settingsSchema.shape.world,
    version: z.string().nullable(),
    difficulty: z.string().nullable(),
  }),
  cheats: z.literal(false),
  /** Whether the agent began with nothing, in survival mode: a comparison needs that. */
  fairStart: z.boolean(),
  settings: settingsSchema,
})

/** `result.json`: what came out of a trial. */
export type TrialResult = z.infer<typeof resultSchema>

/**
 * The result of a trial from its events alone. A log without an end is that of a process that was
 * gone: it counts as a crash, or as `endOfLog`.
 * @throws Error when the log does not begin with `trial-start`.
 */
export function deriveResult(
  events: readonly TrialEvent[],
  endOfLog: { end: TrialEnd; detail: string } = { end: 'crash', detail: 'the log stops short' },
): TrialResult {
  const [start] = events
  if (start?.type !== 'trial-start') throw new Error('the log does not begin with trial-start')
  const { settings, target } = start
  const join = only(events, 'join')[0]
  const last = events.at(-1) ?? start
  const { end, detail } = only(events, 'trial-end')[0] ?? endOfLog
  const [verdict] = only(events, 'verdict')
  const milestones = only(events, 'milestone').map(({ name, t }) => ({ name, tick: t }))
  return {
    v: 1,
    task: settings.task,
    seed: settings.seed,
    success: milestones.some(({ name }) => name === target.milestone) && (verdict?.server ?? true),
    verdict: verdict ? { agent: verdict.agent, server: verdict.server } : null,
    end,
    detail,
    ticks: last.t,
    wallMs: last.wall,
    milestones,
    deaths: only(events, 'death').length,
    failures: countFailures(events),
    lostExplanations: only(events, 'explanation-missing').length,
    handViolations: only(events, 'client-limit-violations')[0]?.violations ?? null,
    perception: settings.perception,
    hands: settings.hands,
    planner: settings.planner,
    selector: settings.selector,
    world: {
      kind: settings.world,
      version: settings.version,
      // An existing server decides it, and says it to those who join.
      difficulty: settings.difficulty ?? join?.difficulty ?? null,
    },
    cheats: false,
    fairStart:
      join === undefined ||
      (join.gameMode === 'survival' && Object.keys(join.inventory).length === 0),
    settings,
  }
}

/** The result of a log that has its end; null for one that stops short. @throws Error as {@link deriveResult} */
export function resultOfWholeLog(events: readonly TrialEvent[]): TrialResult | null {
  return events.some(({ type }) => type === 'trial-end') ? deriveResult(events) : null
}

/** Writes the whole result or none. @throws SystemError */
export function writeResult(folder: string, result: TrialResult): void {
  writeAtomically(join(folder, RESULT_FILE), `${JSON.stringify(result, null, 2)}\n`)
}

/** What there is of a result in a trial's folder. */
export type FoundResult =
  | { readonly kind: 'whole'; readonly result: TrialResult }
  /** `foreign`: it is whole, but no result of this version; `damaged`: it is empty, or cut off. */
  | { readonly kind: 'missing' | 'foreign' | 'damaged' }

/** Looks for the result in a trial's folder. @throws SystemError when the file cannot be read. */
export function findResult(folder: string): FoundResult {
  const text = textOf(join(folder, RESULT_FILE))
  if (text === null) return { kind: 'missing' }
  const json = parsed(text)
  const { data: result } = resultSchema.safeParse(json)
  if (result) return { kind: 'whole', result }
  return { kind: typeof json === 'object' && json && 'v' in json ? 'foreign' : 'damaged' }
}

/** The result in a trial's folder, null when it has none. @throws Error when it is damaged. */
export function readResult(folder: string): TrialResult | null {
  const found = findResult(folder)
  if (found.kind === 'whole') return found.result
  if (found.kind === 'missing') return null
  throw new Error(`${join(folder, RESULT_FILE)} is not a trial's result`)
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new SystemError(`cannot read ${file} (${reasonOf(error)})`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the trial is played again when its campaign is started again: it was cut off from outside. */
export function isToRepeat(end: TrialEnd): boolean {
  return end === 'interrupted' || end === 'no-server' || end === 'no-model'
}

const INFRASTRUCTURE: readonly TrialEnd[] = [
  'no-server',
  'no-model',
  'kicked',
  'crash',
  'wall-timeout',
]

/** Whether a trial says nothing of the agent, since the world or the process failed it. */
export function isInfrastructure(end: TrialEnd): boolean {
  return INFRASTRUCTURE.includes(end)
}

/** Whether the agent and the server's own inventory differ on whether the target was obtained. */
export function isDisputed({ verdict }: TrialResult): boolean {
  return verdict !== null && verdict.agent !== verdict.server
}

/** Counts failed skills, but not those that the end of the trial cut off. */
function countFailures(events: readonly TrialEvent[]): TrialResult['failures'] {
  const counts: TrialResult['failures'] = {}
  for (const { failure } of only(events, 'skill-end')) {
    if (failure && failure.kind !== 'interrupted')
      counts[failure.kind] = (counts[failure.kind] ?? 0) + 1
  }
  return counts
}

function only<T extends TrialEvent['type']>(events: readonly TrialEvent[], type: T): EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type)
}
