import { planFor } from '#agent/planner/symbolic-planner'
import { TICK_MS } from '#clock/game-clock'
import type { Target } from '#events/events'
import { skillTitle, wantedItems } from '#events/titles'
import { inventoryObservation } from '#goal/observation'
import { type Registry, registryFor } from '#knowledge/registry'
import { goalLanguage } from '#skills/library'
import { MILESTONES } from '#trial/milestones'
import { isDisputed, type TrialResult } from '#trial/result'
import { findTask, targetOf } from '#trial/tasks'
import { DEFAULT_VERSION } from '#trial/trial-start'
import { plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'
import { tableLines } from './table.ts'

/** Longest reason for a trial's end (characters). */
export const DETAIL_LENGTH = 400

/** The milestone table and the outcome of one trial, for people. */
export function trialReport(result: TrialResult): string[] {
  const reached = new Map(result.milestones.map(({ name, tick }) => [name, tick]))
  const rows = milestonesOf(result).map((name) => {
    const tick = reached.get(name)
    return tick === undefined ? [name, '-', '-'] : [name, String(tick), minutes(tick)]
  })
  const failures = Object.entries(result.failures).map(
    ([kind, count]) => `${count} ${skillTitle(kind)}`,
  )
  const violations = Object.entries(result.clientLimitViolations ?? {})
    .map(([limit, count]) => `${count} ${skillTitle(limit)}`)
    .join(', ')
  return [
    ...tableLines([['milestone', 'tick', 'game time'], ...rows]),
    '',
    outcomeLine(result),
    `${counted(result.ticks, 'tick')} (${minutes(result.ticks)} in the game) in ${(result.wallMs / 1000).toFixed(1)} s; deaths: ${result.deaths}; failed skills: ${failures.join(', ') || 'none'}`,
    ...(result.faults.length === 0 ? [] : [`faults: ${result.faults.join(', ')}`]),
    ...(result.corrections === 0
      ? []
      : [`position corrections by the server: ${result.corrections}`]),
    ...(result.falseOresAt === null
      ? []
      : [
          `note: the server sends false ores (anti-x-ray); from tick ${result.falseOresAt} on, the agent perceived as with --perception seen`,
        ]),
    ...(result.clientLimitViolations === null
      ? []
      : [`vanilla-limit violations: ${violations || 'none'}`]),
    ...(result.missingExplanations === 0
      ? []
      : [
          `note: the model gave no explanation of ${counted(result.missingExplanations, 'failure')}; events.jsonl has the reasons`,
        ]),
    ...(isDisputed(result)
      ? [
          `note: ${result.verdict?.agent ? "the agent reports the target, but the server's inventory does not contain it" : "the server's inventory contains the target, but the agent does not report it"}; this does not count as obtained`,
        ]
      : []),
    ...(result.fairStart
      ? []
      : [
          'note: the agent did not start with an empty inventory near the spawn point in survival mode, so this result is not comparable',
        ]),
  ]
}

/** `obtained: 2 mutton`, or `not obtained: 2 mutton, ...` with the reason. */
function outcomeLine({ success, end, task, detail }: TrialResult): string {
  const items = wantedItems(task)
  const reason = plainText(detail.split('\n')[0] ?? '', DETAIL_LENGTH)
  // The detail of a success is the name of the target, which the items say already.
  const isSaid = items !== null && success && end === 'success'
  return `${success ? 'obtained' : 'not obtained'}: ${items ?? task}${isSaid ? '' : `, ${reason}`}`
}

/** The reached milestones in the order reached, then the others that a plan for the target contains. */
function milestonesOf({ task, world, milestones }: TrialResult): string[] {
  const registry = registryFor(world.version ?? DEFAULT_VERSION)
  const target = targetOf(findTask(task), registry)
  const planned = plannedItems(target, registry)
  const usual = MILESTONES.filter(({ items }) => items.some((item) => planned.has(item)))
  const names = [...milestones, ...usual].map(({ name }) => name)
  return [...new Set([...names, target.milestone])]
}

/** The items in a plan that starts with an empty inventory; none if there is no plan. */
function plannedItems({ item, count }: Target, registry: Registry): ReadonlySet<string> {
  const result = planFor(goalLanguage(registry), {
    task: { target: { [item]: count }, wear: null },
    observation: inventoryObservation(registry, {}),
    unavailable: new Set(),
    feedback: null,
  })
  return new Set(result.ok ? result.plan.flatMap(({ target }) => Object.keys(target)) : [])
}

/** Game time as minutes and seconds. */
function minutes(ticks: number): string {
  const seconds = Math.floor((ticks * TICK_MS) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
