import type { FailureKind } from '#goal/outcome'
import type { SkillWorld } from '#skills/core/skill'
import { moveElsewhere } from '#skills/moving/move-elsewhere'
import { isWorthRetrieving, retrieveDrops } from '#skills/survival/retrieve-drops'
import type { Controller } from '../controller/controller.ts'

/** Failures that trying again at the same place does not mend. */
const STUCK: ReadonlySet<FailureKind> = new Set([
  'unreachable',
  'not-found',
  'no-table',
  'no-furnace',
])
/** Where nothing can be done about it, time may help (ticks). */
const PAUSE_TICKS = 40

/** How far one gets away from where things went wrong (blocks); twice as far each time that it did not help. */
const AWAY = 5
const MOST_DOUBLINGS = 3
/** From so many fruitless goals in a row on it may be the place, whatever went wrong. */
const FRUITLESS = 3

/** What went wrong, and how many goals in a row have failed by now and brought nothing. */
interface Setback {
  readonly kind: FailureKind
  readonly fruitless: number
}

/** What to do about a failure before the next plan is made, whoever makes it. */
export async function recoverFrom(
  { kind, fruitless }: Setback,
  controller: Controller,
  context: SkillWorld,
  signal: AbortSignal,
): Promise<void> {
  await retrieveLost(controller, context, signal)
  if (!STUCK.has(kind) && fruitless < FRUITLESS) return
  const away = AWAY * 2 ** Math.min(Math.max(0, fruitless - 1), MOST_DOUBLINGS)
  const moved = await controller.runMaintenance(moveElsewhere, { away }, signal)
  if (moved.ok) return
  context.body.avoided.clear()
  await context.body.wait(PAUSE_TICKS, signal)
}

/** Goes back for what was lost in death, as soon as that is worth it. */
export async function retrieveLost(
  controller: Controller,
  context: SkillWorld,
  signal: AbortSignal,
): Promise<void> {
  if (!isWorthRetrieving(context)) return
  const result = await controller.runMaintenance(retrieveDrops, null, signal)
  // What monsters keep one from is not tried for over and over.
  if (!result.ok && result.failure.kind === 'hurt') context.agentState.deaths.close()
}
