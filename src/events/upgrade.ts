/**
 * Translates logs and results of format version 1, whose events, fields and skills have other names, into the current ones.
 * A line of the current version, or anything that is not a JSON object, is returned as it is.
 */

type Json = Readonly<Record<string, unknown>>

const EVENT_TYPES: Readonly<Record<string, string>> = {
  'unusable-answer': 'answer-rejected',
  'explanation-lost': 'explanation-missing',
  'hands-audit': 'client-limit-violations',
}

const TRIAL_ENDS: Readonly<Record<string, string>> = { 'not-forced': 'forced-choice-missing' }

/** Skills and reflexes in `skill-start` and `skill-end`. */
const SKILLS: Readonly<Record<string, string>> = {
  'strip-mine': 'branch-mine',
  'sink-shaft': 'dig-shaft',
  'go-to-rock': 'go-to-stone',
  relocate: 'move-elsewhere',
  'shut-out-lava': 'block-lava',
  'keep-lava-out': 'block-lava',
  'get-free': 'dig-out',
  'still-hunger': 'eat',
  'turn-round': 'face-attacker',
  'run-away': 'retreat',
  'fetch-air': 'surface-for-air',
  flee: 'take-cover',
  hide: 'take-cover',
}

/** Upgrades a line of `events.jsonl`, as JSON. */
export function upgradeEvent(line: unknown): unknown {
  if (!isObject(line) || line.v !== 1) return line
  const event: Json = { ...line, v: 2, type: renamed(EVENT_TYPES, line.type) }
  switch (event.type) {
    case 'trial-start':
      return { ...event, settings: upgradeSettings(event.settings) }
    case 'trial-end':
      return { ...event, end: renamed(TRIAL_ENDS, event.end) }
    case 'skill-start':
    case 'skill-end':
      return { ...event, skill: renamed(SKILLS, event.skill) }
    case 'thread':
      return event.what === 'hear' ? { ...event, what: 'observe' } : event
    case 'goal-mistake':
      return moved(event, 'rescued', 'corrected')
    default:
      return event
  }
}

/** Upgrades `result.json`, as JSON. Version 2 first had two fields under the names of version 1. */
export function upgradeResult(result: unknown): unknown {
  if (!isObject(result)) return result
  const explained = moved(result, 'lostExplanations', 'missingExplanations')
  const named = moved(explained, 'handViolations', 'clientLimitViolations')
  if (named.v !== 1) return named
  const { end, settings } = named
  return { ...named, v: 2, end: renamed(TRIAL_ENDS, end), settings: upgradeSettings(settings) }
}

function upgradeSettings(settings: unknown): unknown {
  if (!isObject(settings)) return settings
  const { llm } = settings
  return {
    ...moved(settings, 'force', 'overrideChoice'),
    ...(isObject(llm) && { llm: moved(llm, 'playedBack', 'replayed') }),
  }
}

function renamed(names: Readonly<Record<string, string>>, name: unknown): unknown {
  return typeof name === 'string' && Object.hasOwn(names, name) ? names[name] : name
}

/** The object with a field under its new name, if it has the field. */
function moved(object: Json, from: string, to: string): Json {
  const { [from]: value, ...rest } = object
  return value === undefined ? rest : { ...rest, [to]: value }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
