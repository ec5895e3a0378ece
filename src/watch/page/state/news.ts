import type { EventOf, TrialEvent } from '#events/events'
import { pauseTitle, skillTitle } from '#events/titles'
import type { Failure } from '#goal/outcome'
import { itemName } from '#wire/item-words'
import { counted } from '#wire/wording'
import { goalTitle } from './goal-title.ts'

export type Tone = 'plain' | 'good' | 'bad' | 'chat'

/** A line of the event feed. */
export interface News {
  readonly tick: number
  readonly text: string
  readonly tone: Tone
}

/** The line of an event in the feed; null for events that other panels show. */
export function newsOf(event: TrialEvent): News | null {
  const line = lineOf(event)
  return line && { tick: event.t, tone: line[0], text: line[1] }
}

function lineOf(event: TrialEvent): readonly [Tone, string] | null {
  switch (event.type) {
    case 'join':
      return [
        'plain',
        `joined Minecraft ${event.version}, ${event.difficulty ?? 'unknown'} difficulty`,
      ]
    case 'plan':
      return ['plain', planLine(event)]
    case 'goal-chosen':
      return ['plain', `goal: ${goalTitle(event.goal)}`]
    case 'skill-start':
      return event.goal ? null : ['plain', skillTitle(event.skill)]
    case 'skill-end':
      return event.failure && event.failure.kind !== 'interrupted'
        ? ['bad', failureLine(event.skill, event.failure)]
        : null
    case 'milestone':
      return ['good', `first ${itemName(event.name)}`]
    case 'thought':
      return ['plain', `thinks: ${event.text}`]
    case 'adaplanner':
      return adaPlannerLine(event)
    case 'answer-rejected':
      return ['bad', `rejected model output (${event.purpose}): ${event.problem}`]
    case 'explanation-missing':
      return ['bad', `no explanation: ${event.reason}`]
    case 'goal-mistake':
      return [
        event.corrected ? 'plain' : 'bad',
        `goal ${event.corrected ? 'corrected' : 'rejected'}: ${event.mistake}`,
      ]
    case 'death':
      return ['bad', `died: ${event.cause}`]
    case 'disconnect':
      return ['bad', `connection lost: ${event.reason.split('\n')[0]}`]
    case 'client-limit-violations': {
      const limits = Object.entries(event.violations)
      return limits.length > 0
        ? ['bad', `vanilla-limit violations: ${violationsText(limits)}`]
        : null
    }
    case 'verdict':
      return event.agent === event.server
        ? null
        : ['bad', 'the agent and the server disagree on whether the target was obtained']
    case 'reconnect':
      return ['plain', `reconnected to the server (attempt ${event.attempt})`]
    case 'unreadable-chunk':
      return ['bad', `the agent cannot read some chunks: ${event.reason}`]
    case 'llm-pause':
      return ['plain', pauseTitle(event)]
    case 'login-queue':
      return ['plain', 'the server shows an empty world: the agent waits in its queue']
    case 'game-mode':
      return ['plain', `the game mode is now ${event.mode}`]
    case 'false-ores':
      return [
        'bad',
        'the server sends false ores (anti-x-ray): the agent continues with what it sees',
      ]
    case 'trial-end':
      return [event.end === 'success' ? 'good' : 'bad', event.detail]
    default:
      return null
  }
}

function violationsText(limits: readonly (readonly [limit: string, count: number])[]): string {
  return limits.map(([limit, count]) => `${skillTitle(limit)} ${count}×`).join(', ')
}

function planLine({ goals, reason }: EventOf<'plan'>): string {
  return `plan with ${counted(goals.length, 'step')} (${reason})`
}

function failureLine(skill: string, { kind, detail }: Failure): string {
  return `${skillTitle(skill)} failed, ${skillTitle(kind)}: ${detail}`
}

/** AdaPlanner's solution has no line here: the plan panel shows it. */
function adaPlannerLine({
  what,
  step,
  text,
}: EventOf<'adaplanner'>): readonly [Tone, string] | null {
  const line = text.split('\n').join(': ')
  switch (what) {
    case 'plan':
      return null
    case 'resume':
      return ['plain', `resumes at step ${step} of the revised plan`]
    case 'halt':
      return ['bad', step === null ? line : `stopped in step ${step}: ${line}`]
    case 'ask':
      return ['plain', `asks: ${line}`]
    case 'examples':
      return ['plain', `examples: ${line}`]
    case 'skill':
      return ['plain', line]
  }
}
