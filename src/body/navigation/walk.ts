import type { Body } from '../body.ts'
import { buildFor, pillarUp } from './build.ts'
import { clearStep, secure } from './clearing.ts'
import { climb } from './climb.ts'
import { canDigAhead, digAhead } from './dig-ahead.ts'
import { digDown } from './dig-down.ts'
import { OpenedDoors } from './doorway-walk.ts'
import { lookAtStep, lookClosely, moveInto } from './footing.ts'
import type { Route, Step } from './route.ts'
import type { RouteFailure, StepFailure } from './step-failure.ts'
import { stride } from './stride.ts'
import { isAfloat, swimAlong } from './swim-along.ts'

/**
 * Follows a route: digs, builds, blocks exposed liquids, and walks.
 * @param done ends the walk early; called after each step.
 */
export async function followRoute(
  body: Body,
  { steps }: Route,
  signal: AbortSignal,
  done: () => boolean,
): Promise<RouteFailure | undefined> {
  const doors = new OpenedDoors(body)
  body.intent.path = steps
  try {
    for (let i = 0; i < steps.length && !done(); ) {
      const { taken, failure } = isRun(steps[i])
        ? await runFrom(body, steps, i, done, signal)
        : isAfloat(body, steps[i])
          ? await swimFrom(body, steps, i, done, signal)
          : await takeOne(body, doors, steps, i, signal)
      i += taken
      await doors.close(steps[i], signal)
      const step = steps[i]
      if (failure && step) return { failure, step }
    }
    return undefined
  } finally {
    body.intent.path = []
    body.release()
  }
}

interface Progress {
  readonly taken: number
  readonly failure?: StepFailure | undefined
}

/** Whether {@link stride} can take a step, once its blocks are dug. */
function isRun(step: Step | undefined): boolean {
  if (!step || step.place || step.doors) return false
  return /^(walk|climb|drop|jump)$/.test(step.how)
}

/**
 * Digs the blocks of the next step only, so that the cooldown passes while the agent walks. Then it runs on until a step needs
 * digging.
 */
async function runFrom(
  body: Body,
  steps: readonly Step[],
  from: number,
  done: () => boolean,
  signal: AbortSignal,
): Promise<Progress> {
  const first = steps[from]
  const blocked = first && (await clearStep(body, first, signal))
  if (blocked) return { taken: 0, failure: blocked }
  let end = from + 1
  // The agent checks dug places from every step, because lava flows slowly.
  if (first?.clear.length === 0) while (isRun(steps[end]) && steps[end]?.clear.length === 0) end++
  const run = steps.slice(from, end)
  const after = steps[end]
  const ahead =
    first && after && run.length === 1 && canDigAhead(body, first, after)
      ? await digAhead(body, first, after, signal)
      : undefined
  const entering = (step: Step) => lookAtStep(body, step)
  const rest = after?.how !== 'swim'
  const { taken, failure } = await stride(body, run, { entering, done, rest }, signal)
  for (const step of run.slice(0, taken)) {
    if (step.clear.length === 0) continue
    const unsafe = await secure(body, step, signal)
    if (unsafe) return { taken, failure: unsafe }
  }
  if (ahead && !failure) return { taken, failure: ahead }
  const next = run[taken]
  if (failure !== 'unseen' || !next) return { taken, failure: failure as StepFailure | undefined }
  return { taken, failure: await lookClosely(body, next, signal) }
}

/** Swims over the surface until a step leads elsewhere. */
async function swimFrom(
  body: Body,
  steps: readonly Step[],
  from: number,
  done: () => boolean,
  signal: AbortSignal,
): Promise<Progress> {
  let end = from + 1
  while (isAfloat(body, steps[end]) && steps[end]?.y === steps[from]?.y) end++
  const entering = (step: Step) => lookAtStep(body, step)
  const { taken, failure } = await swimAlong(
    body,
    steps.slice(from, end),
    { entering, done },
    signal,
  )
  return { taken, failure: failure as StepFailure | undefined }
}

/** Takes a step that {@link stride} cannot: swims, climbs, builds, digs down, or opens a door. */
async function takeOne(
  body: Body,
  doors: OpenedDoors,
  steps: readonly Step[],
  index: number,
  signal: AbortSignal,
): Promise<Progress> {
  const step = steps[index]
  if (!step) return { taken: 0 }
  const failure =
    (await doStep(body, doors, step, signal)) ??
    (step.clear.length > 0 || step.how === 'dig-down'
      ? await secure(body, step, signal)
      : undefined)
  return failure ? { taken: 0, failure } : { taken: 1 }
}

async function doStep(
  body: Body,
  doors: OpenedDoors,
  step: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  if (step.how === 'dig-down') return digDown(body, step, signal)
  const failure =
    (await clearStep(body, step, signal)) ??
    (await buildFor(body, step, signal)) ??
    (await lookClosely(body, step, signal))
  if (failure) return failure
  if (step.how === 'pillar') return pillarUp(body, step, signal)
  if (step.how === 'ladder') return climb(body, step, signal)
  return step.doors ? doors.walkThrough(step, signal) : moveInto(body, step, signal)
}
