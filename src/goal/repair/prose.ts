import type { GoalLanguage } from '../goal-language.ts'
import type { StepParts } from './calls.ts'
import { countsFrom, type NamedCounts, readNumber } from './counts.ts'
import { findVerb, NOTHING, objectOf, repairName, type Verb, yieldOf } from './names.ts'

const MAX_LINES = 400
const MAX_LINE = 300
const BULLET = /^(?:[-*•+>#\s]|\(?\d{1,3}[.):]|(?:step|goal|action)\s*#?\d{1,3}\s*[.):-]*)+/i
/** Words that may precede the verb of a step. */
const LEAD_IN =
  /^(?:first|firstly|second|third|next|then|finally|lastly|now|also|and|please|you|i|we|should|would|could|must|need|will|can|to|have|let|us|lets|go|start|by)$/
const FROM = /^(?:from|out|consuming)$/
const WITH = /^(?:with|using|on|in|at|by|via)$/
const STATION =
  /(?:\b|_)(?:table|bench|workbench|furnace|oven|stove|pickaxe|axe|shovel|sword|hoe|shears|hands?)\b/
const STOP = /^(?:so|because|which|that|for|until|if|without|as|when|while|this|it)$/

/** A step in a line of prose. */
export interface ProseStep {
  readonly line: string
  /** The goals that complete the step; several where any one is enough (`hunt a cow or a pig`). */
  readonly either: readonly StepParts[]
}

/**
 * Steps in plain words: `1. Mine 3 logs`, `- craft 12 planks from 3 logs`, `Next, smelt the iron in a
 * furnace`. Where lines are numbered or bulleted, all other lines are ignored.
 */
export function proseSteps(language: GoalLanguage, text: string): ProseStep[] {
  const lines = text
    .split('\n', MAX_LINES)
    .map((line) => line.trim().slice(0, MAX_LINE))
    .filter((line) => line !== '')
  const listed = lines.filter((line) => BULLET.test(line))
  return (listed.length > 0 ? listed : lines).flatMap((line) => stepsOf(language, line))
}

function stepsOf(language: GoalLanguage, line: string): ProseStep[] {
  const words = line
    .replace(BULLET, '')
    .toLowerCase()
    .replace(/[*_`'"]+(?=[\s.,;:)]|$)|(?<=[\s(]|^)[*_`'"]+/g, '')
    .replace(/([,;.:()])/g, ' $1 ')
    .split(/\s+/)
    .filter(Boolean)
  const steps: ProseStep[] = []
  for (const clause of clausesOf(language, words)) {
    const either = partsOf(language, clause)
    if (either.length > 0) steps.push({ line, either })
  }
  return steps
}

/** Clauses of a sentence, each of which begins with a verb: `mine 3 logs` `and craft 12 planks`. */
function clausesOf(language: GoalLanguage, words: readonly string[]): string[][] {
  const clauses: string[][] = []
  let clause: string[] = []
  let mayBegin = true
  for (const word of words) {
    const isVerb = mayBegin && findVerb(language, word) !== undefined
    if (isVerb) {
      clause = [word]
      clauses.push(clause)
    } else clause.push(word)
    mayBegin = /^[,;.:]$/.test(word) || LEAD_IN.test(word)
  }
  return clauses
}

function partsOf(
  language: GoalLanguage,
  [verbWord = '', ...words]: readonly string[],
): StepParts[] {
  const verb = findVerb(language, verbWord)
  if (verb === undefined || verb === NOTHING) return []
  const object = objectOf(language, verb)
  if (object !== null)
    return [{ verb, target: new Map([[object, 1]]), using: new Map(), tool: undefined }]
  const sections: Record<'thing' | 'from' | 'with' | 'into', string[]> = {
    thing: [],
    from: [],
    with: [],
    into: [],
  }
  let section: keyof typeof sections = 'thing'
  for (const word of words) {
    if (STOP.test(word) || /^[.;:(]$/.test(word)) break
    if (FROM.test(word)) section = 'from'
    else if (WITH.test(word)) section = 'with'
    else if (word === 'into' || word === 'to') section = 'into'
    else if (!LEAD_IN.test(word) || word === 'and') sections[section].push(word)
  }
  // Smelting three ores into ingots makes three ingots.
  const things = counts(sections.thing)
  const [number = 1] = things.values()
  const made = new Map(
    [...counts(sections.into)].map(([name, count]) => [name, count === 1 ? number : count]),
  )
  const targets = made.size > 0 ? [made] : eitherThing(language, verb, sections.thing)
  const means = sections.with.join(' ')
  const isTool = STATION.test(means)
  const turned = made.size > 0 ? things : new Map<string, number>()
  const using = new Map([
    ...turned,
    ...counts(sections.from),
    ...(isTool ? [] : counts(sections.with)),
  ])
  const tool = isTool ? means.replace(/^(?:an?|the|my|your)\s/, '') : undefined
  return targets
    .filter((target) => target.size > 0)
    .map((target) => ({ verb, target, using, tool }))
}

/**
 * `3 porkchop, mutton or beef`: alternatives, each with the count of the first where it has none of its own. Parts that
 * name no item (`3 logs or more`) are ignored.
 */
function eitherThing(language: GoalLanguage, verb: Verb, words: readonly string[]): NamedCounts[] {
  if (!words.includes('or')) return [counts(words)]
  const parts = words
    .join(' ')
    .split(/\s*(?:,|\bor\b)\s*/)
    .map((part) => ({
      named: countsFrom(part),
      hasNumber: part.split(' ').some((word) => readNumber(word) !== undefined),
    }))
  const known = parts.filter(({ named }) =>
    [...named.keys()].every(
      (name) => yieldOf(language, verb, name) ?? repairName(language, name, verb),
    ),
  )
  const [[number = 1] = []] = known.map(({ named }) => [...named.values()])
  return known.map(({ named, hasNumber }) =>
    hasNumber ? named : new Map([...named].map(([name]) => [name, number])),
  )
}

function counts(words: readonly string[]): NamedCounts {
  return countsFrom(words.join(' '))
}
