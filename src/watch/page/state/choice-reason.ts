import type { Choice } from '#events/choices'
import type { Settings } from '#events/settings'
import type { RecordingPosition } from '../../recording-format.ts'

type Candidate = Choice['candidates'][number]

/**
 * Candidates that the selector ranked below a costlier one, because they can wait: the agent obtains their items on the way
 * to another goal. The log lists the candidates by rank.
 */
export function canWait({ candidates }: Choice): ReadonlySet<Candidate> {
  const ticks = ({ predictedTicks }: Candidate) => predictedTicks ?? Number.POSITIVE_INFINITY
  return new Set(
    candidates.filter((one, i) =>
      candidates.slice(0, i).some((before) => ticks(before) > ticks(one)),
    ),
  )
}

/** Why the selector took its candidate, in one line. */
export function choiceReason(
  choice: Choice,
  settings: Pick<Settings, 'selector' | 'choose' | 'overrideChoice'> | null,
): string {
  if (choice.candidates.length === 1) return 'The only goal that is possible now.'
  if (settings?.overrideChoice.length) return 'Some choices of this trial are forced.'
  if (settings?.selector === 'random') return 'Chosen at random.'
  if (settings?.selector === 'none' || settings?.selector === 'fixed')
    return 'The first possible goal of the plan.'
  if (settings?.selector === 'plan-horizon')
    return 'The least time for all goals that are possible now, if it comes first.'
  if (settings?.choose === 'softmax') return 'Sampled by softmax: lower predictions are likelier.'
  const waiting = canWait(choice).size
  if (waiting === 0) return 'The lowest prediction.'
  return 'The lowest prediction of those that cannot wait. The agent obtains the others on the way.'
}

const DIRECTIONS = [
  'south',
  'south-west',
  'west',
  'north-west',
  'north',
  'north-east',
  'east',
  'south-east',
]

/** Distance and direction of a place: `12 blocks north-east, 5 below`. */
export function wayTo(from: RecordingPosition, to: RecordingPosition): string {
  const [dx, dy, dz] = [to.x + 0.5 - from.x, Math.round(to.y - from.y), to.z + 0.5 - from.z]
  const far = Math.round(Math.hypot(dx, dz))
  const eighth = Math.round(Math.atan2(-dx, dz) / (Math.PI / 4))
  const direction = DIRECTIONS[(eighth + 8) % 8]
  const level = Math.abs(dy) < 2 ? '' : `${Math.abs(dy)} ${dy > 0 ? 'above' : 'below'}`
  const flat = far === 0 ? '' : `${far} ${far === 1 ? 'block' : 'blocks'} ${direction}`
  return [flat, level].filter(Boolean).join(', ') || 'here'
}
