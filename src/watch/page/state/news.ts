import type { EventOf, TrialEvent } from '#events/events'
import { goalTitle } from './goal-title.ts'

export type Tone = 'plain' | 'good' | 'bad' | 'chat'

/** A line of the event feed. */
export interface News {
  readonly tick: number
  readonly text: string
  readonly tone: Tone
}

/** What of an event is worth a line in the feed; null for what other panels show. */
export function newsOf(event: TrialEvent): News | null {
  const said = sayingOf(event)
  return said && { tick: event.t, tone: said[0], text: said[1] }
}

function sayingOf(event: TrialEvent): readonly [Tone, string] | null {
  switch (event.type) {
    case 'join':
      return [
        'plain',
        `joined Minecraft ${event.version}, ${event.difficulty ?? 'unknown'} difficulty`,
      ]
    case 'plan':
      return ['plain', `plan of ${event.goals.length} steps (${event.reason})`]
    case 'goal-chosen':
      return ['plain', `goal: ${goalTitle(event.goal)}`]
    case 'skill-start':
      return event.goal ? null : ['plain', event.skill]
    case 'skill-end':
      return event.failure && event.failure.kind !== 'interrupted'
        ? ['bad', `${event.skill} failed, ${event.failure.kind}: ${event.failure.detail}`]
        : null
    case 'milestone':
      return ['good', `first ${event.name.replaceAll('_', ' ')}`]
    case 'thought':
      return ['plain', `thinks: ${event.text}`]
    case 'adaplanner':
      return sayingOfAdaPlanner(event)
    case 'answer-rejected':
      return ['bad', `answer for ${event.purpose} was no use: ${event.problem}`]
    case 'explanation-missing':
      return ['bad', `the failure goes unexplained: ${event.reason}`]
    case 'goal-mistake':
      return [
        event.corrected ? 'plain' : 'bad',
        `goal ${event.corrected ? 'put right' : 'refused'}: ${event.mistake}`,
      ]
    case 'death':
      return ['bad', `died: ${event.cause}`]
    case 'disconnect':
      return ['bad', `connection lost: ${event.reason.split('\n')[0]}`]
    case 'reconnect':
      return ['plain', 'back in the world']
    case 'trial-end':
      return [event.end === 'success' ? 'good' : 'bad', event.detail]
    default:
      return null
  }
}

/** A solution itself is shown as the plan, with the step that it is resumed from. */
function sayingOfAdaPlanner({
  what,
  step,
  text,
}: EventOf<'adaplanner'>): readonly [Tone, string] | null {
  const line = text.split('\n').join(': ')
  switch (what) {
    case 'plan':
      return null
    case 'resume':
      return ['plain', `goes on from step ${step} of the revised plan`]
    case 'halt':
      return ['bad', step === null ? line : `halted in step ${step}: ${line}`]
    case 'ask':
      return ['plain', `asks: ${line}`]
    case 'examples':
      return ['plain', `examples: ${line}`]
    case 'skill':
      return ['plain', line]
  }
}
