import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type EventOf, TRIAL_ENDS, type TrialEnd, type TrialEvent } from '../episode/events.ts'
import { settingsSchema } from '../episode/settings.ts'
import { FAILURE_KINDS } from '../goal/outcome.ts'

export const RESULT_FILE = 'result.json'

const resultSchema = z.object({
  v: z.literal(1),
  task: z.string(),
  seed: z.int(),
  success: z.boolean(),
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
  perception: settingsSchema.shape.perception,
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
  const milestones = only(events, 'milestone').map(({ name, t }) => ({ name, tick: t }))
  return {
    v: 1,
    task: settings.task,
    seed: settings.seed,
    success: milestones.some(({ name }) => name === target.milestone),
    end,
    detail,
    ticks: last.t,
    wallMs: last.wall,
    milestones,
    deaths: only(events, 'death').length,
    failures: countFailures(events),
    lostExplanations: only(events, 'explanation-lost').length,
    perception: settings.perception,
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

export function writeResult(folder: string, result: TrialResult): void {
  writeFileSync(join(folder, RESULT_FILE), `${JSON.stringify(result, null, 2)}\n`)
}

/** The result in a trial's folder, null when it has none. @throws Error when it is damaged. */
export function readResult(folder: string): TrialResult | null {
  const file = join(folder, RESULT_FILE)
  try {
    return resultSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`${file} is not a trial's result`, { cause: error })
  }
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
