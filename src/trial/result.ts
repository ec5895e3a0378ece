import { join } from 'node:path'
import { z } from 'zod'
import { type EventOf, TRIAL_ENDS, type TrialEnd, type TrialEvent } from '#events/events'
import { settingsSchema } from '#events/settings'
import { upgradeResult } from '#events/upgrade'
import { FAILURE_KINDS } from '#goal/outcome'
import { RefusedFile, readGuardedText } from '#wire/guarded-file'
import { writeAtomically } from './atomic-file.ts'
import { reasonOf, SystemError } from './errors.ts'

export const RESULT_FILE = 'result.json'
const RESULT_VERSION = 2

/** New players start within this distance of the spawn point; the game's own default is 10 (blocks). */
const SPAWN_RANGE = 32

/** Larger than any result (bytes). */
const MAX_RESULT_BYTES = 4 * 1024 * 1024

const currentSchema = z.object({
  v: z.literal(RESULT_VERSION),
  task: z.string(),
  seed: z.int(),
  success: z.boolean(),
  /**
   * Whether the agent reports the target, and whether the server's inventory contains it at the end; success requires both.
   * Null when the server's inventory is unknown.
   */
  verdict: z.object({ agent: z.boolean(), server: z.boolean() }).nullable().default(null),
  end: z.enum(TRIAL_ENDS),
  /** Reason for the end, in a few words. */
  detail: z.string(),
  /** Length in game ticks. */
  ticks: z.int(),
  wallMs: z.number(),
  /** In the order reached. */
  milestones: z.array(z.object({ name: z.string(), tick: z.int() })),
  deaths: z.int(),
  /** Number of failed skills by the kind of failure. */
  failures: z.partialRecord(z.enum(FAILURE_KINDS), z.int()),
  /** Failures that DEPS's explainer has not explained. */
  missingExplanations: z.int().default(0),
  /** Inputs that a vanilla client cannot send, counted by the server, by the violated limit; null when not counted. */
  clientLimitViolations: z.record(z.string(), z.int()).nullable().default(null),
  /** How often the server moved the player to another place than its client. */
  corrections: z.int().default(0),
  /**
   * When an agent that perceives `loaded` found that the server sends false ores, and continued as `seen` (ticks); null
   * for never.
   */
  falseOresAt: z.int().nullable().default(null),
  /** What the practice world did on request that real servers do; see `--faults`. */
  faults: settingsSchema.shape.faults,
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
  /** Whether the agent starts near the spawn point, with an empty inventory and in survival mode, which comparisons require. */
  fairStart: z.boolean(),
  settings: settingsSchema,
})

/** `result.json`: the result of a trial; files of earlier versions are upgraded. */
export const resultSchema = z.preprocess(upgradeResult, currentSchema)
export type TrialResult = z.infer<typeof currentSchema>

/** A result by a worker, whose milestones are shown on a terminal: names are limited to plain characters. */
export const remoteResultSchema = currentSchema.extend({
  milestones: z.array(
    z.object({ name: z.string().regex(/^[\w +.-]{1,100}$/), tick: z.int().nonnegative() }),
  ),
})

/**
 * The result of a trial, derived from its events alone. A log without a `trial-end` is that of a process that ended early:
 * the trial counts as a crash, or as `endOfLog`.
 * @throws Error when the log does not begin with `trial-start`.
 */
export function deriveResult(
  events: readonly TrialEvent[],
  endOfLog: { end: TrialEnd; detail: string } = { end: 'crash', detail: 'the log is incomplete' },
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
    v: RESULT_VERSION,
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
    missingExplanations: only(events, 'explanation-missing').length,
    clientLimitViolations: only(events, 'client-limit-violations')[0]?.violations ?? null,
    corrections: only(events, 'corrections').reduce((sum, { count }) => sum + count, 0),
    falseOresAt: only(events, 'false-ores')[0]?.t ?? null,
    faults: settings.faults,
    perception: settings.perception,
    hands: settings.hands,
    planner: settings.planner,
    selector: settings.selector,
    world: {
      kind: settings.world,
      version: settings.version,
      // An existing server sends its difficulty at the join.
      difficulty: settings.difficulty ?? join?.difficulty ?? null,
    },
    cheats: false,
    fairStart: join === undefined || isFair(join),
    settings,
  }
}

/** Whether the agent joins as a new player does. A server keeps the position and the inventory of a player it knows. */
function isFair({ gameMode, inventory, position, spawnPoint }: EventOf<'join'>): boolean {
  if (gameMode !== 'survival' || Object.keys(inventory).length > 0) return false
  const { x, z } = spawnPoint ?? position
  return Math.hypot(position.x - x, position.z - z) <= SPAWN_RANGE
}

/** The result of a complete log; null for an incomplete one. @throws Error as {@link deriveResult} */
export function resultOfWholeLog(events: readonly TrialEvent[]): TrialResult | null {
  return events.some(({ type }) => type === 'trial-end') ? deriveResult(events) : null
}

/** Writes `result.json` atomically. @throws SystemError */
export function writeResult(folder: string, result: TrialResult): void {
  writeAtomically(join(folder, RESULT_FILE), `${JSON.stringify(result, null, 2)}\n`)
}

/** The state of the result in a trial's folder. */
export type FoundResult =
  | { readonly kind: 'whole'; readonly result: TrialResult }
  /** `foreign`: JSON of another version of Delver; `damaged`: empty or cut off. */
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

/** The result in a trial's folder; null when there is none. @throws Error when it is damaged. */
export function readResult(folder: string): TrialResult | null {
  const found = findResult(folder)
  if (found.kind === 'whole') return found.result
  if (found.kind === 'missing') return null
  throw new Error(`${join(folder, RESULT_FILE)} is not a trial's result`)
}

function textOf(file: string): string | null {
  try {
    return readGuardedText(file, MAX_RESULT_BYTES)
  } catch (error) {
    if (error instanceof RefusedFile) throw new SystemError(error.message)
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

/** Whether a restarted campaign plays the trial again: something outside the trial interrupted it. */
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

/** Whether the trial ended for infrastructure reasons and says nothing about the agent. */
export function isInfrastructure(end: TrialEnd): boolean {
  return INFRASTRUCTURE.includes(end)
}

/** Whether the agent's report and the server's inventory disagree about the target. */
export function isDisputed({ verdict }: TrialResult): boolean {
  return verdict !== null && verdict.agent !== verdict.server
}

/** Counts failed skills, except those interrupted by the end of the trial. */
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
