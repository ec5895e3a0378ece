import type { FailureKind } from '#goal/outcome'
import type { SkillWorld } from '#skills/core/skill'
import { clearStations } from '#skills/items/clear-stations'
import { moveElsewhere } from '#skills/moving/move-elsewhere'
import { swimToLand } from '#skills/moving/swim-to-land'
import { isWorthRetrieving, retrieveDrops } from '#skills/survival/retrieve-drops'
import type { Controller } from '../controller/controller.ts'

/** Failures that a retry at the same place does not fix. */
const STUCK: ReadonlySet<FailureKind> = new Set([
  'unreachable',
  'not-found',
  'no-table',
  'no-furnace',
])
/** How long to wait where the agent cannot move elsewhere (ticks). */
const PAUSE_TICKS = 40

/** How far the agent moves away after a failure (blocks); the distance doubles with each further failure. */
const AWAY = 5
const MAX_DOUBLINGS = 3
/** From this many consecutive fruitless goals on, the agent moves away whatever the failures were. */
const FRUITLESS = 3

/** A failure, and the number of consecutive goals that failed without a gain. */
interface Setback {
  readonly kind: FailureKind
  readonly fruitless: number
}

/** Recovers from a failure before the strategy continues. */
export async function recoverFrom(
  { kind, fruitless }: Setback,
  controller: Controller,
  context: SkillWorld,
  signal: AbortSignal,
): Promise<void> {
  await retrieveLost(controller, context, signal)
  if (!STUCK.has(kind) && fruitless < FRUITLESS) return
  const away = AWAY * 2 ** Math.min(Math.max(0, fruitless - 1), MAX_DOUBLINGS)
  const moved = await controller.runMaintenance(moveElsewhere, { away }, signal)
  if (moved.ok) return
  if (!swimToLand.precondition(context, null)) {
    const landed = await controller.runMaintenance(swimToLand, null, signal)
    if (landed.ok) return
  }
  if (!clearStations.precondition(context, null)) {
    const cleared = await controller.runMaintenance(clearStations, null, signal)
    if (cleared.ok) return
  }
  context.body.avoided.clear()
  await context.body.wait(PAUSE_TICKS, signal)
}

/** Retrieves items lost in a death, when they are worth the way. */
export async function retrieveLost(
  controller: Controller,
  context: SkillWorld,
  signal: AbortSignal,
): Promise<void> {
  if (!isWorthRetrieving(context)) return
  const result = await controller.runMaintenance(retrieveDrops, null, signal)
  // Items that monsters guard are given up.
  if (!result.ok && result.failure.kind === 'hurt') context.agentState.deaths.close()
}
