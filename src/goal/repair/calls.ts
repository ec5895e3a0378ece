import { toolCost } from '#knowledge/tools'
import type { Goal } from '../goal.ts'
import type { GoalLanguage } from '../goal-language.ts'
import { unknownItem } from '../parse-inventory.ts'
import { countFrom, countsFrom, type NamedCounts, readNumber, resolveCounts } from './counts.ts'
import {
  findVerb,
  fittingSkill,
  NOTHING,
  nearestGoal,
  objectOf,
  repairName,
  type Verb,
  wordsOf,
  yieldOf,
} from './names.ts'
import type { Loose, LooseArgument } from './values.ts'

/** The result of reading a step: a goal, no goal (walking, searching), or a problem. */
export type ReadStep =
  | { readonly type: 'goal'; readonly goal: Goal }
  | { readonly type: 'nothing' }
  | { readonly type: 'problem'; readonly message: string }

/** The parts of a step in any notation. */
export interface StepParts {
  readonly verb: Verb
  readonly target: NamedCounts
  readonly using: NamedCounts
  /** Null for none; undefined where the step does not mention a tool. */
  readonly tool: string | null | undefined
}

const NO_STEP: ReadStep = { type: 'nothing' }
const TARGET = /^(?:obj|objects?|target|items?|goals?|result|output|product|block|entity|mob|what)$/
const USING =
  /^(?:materials?|using|inputs?|ingredients?|from|recipe|cost|requires?|consumes?|fuel)$/
const TOOL = /^(?:tool|with|on|in|station|platform|at|equipment|using_tool)$/
const COUNT = /^(?:count|num|number|quantity|amount|qty|n)$/
/** Words in the name of a function that do not name an item. */
const NO_ITEM =
  /^(?:items?|blocks?|mobs?|goals?|things?|entity|from|with|the|an?|bot|agent|step|action)$/
const STATIONS: Readonly<Record<string, string>> = {
  table: 'crafting_table',
  bench: 'crafting_table',
  craft_table: 'crafting_table',
  crafting: 'crafting_table',
  oven: 'furnace',
  stove: 'furnace',
}
const NO_TOOL = /^(?:|hands?|fists?|bare_hands?|inventory|none|null|nothing|no_tool)$/

/** Reads a call: `mine({'log':3}, null)`, `craft_planks(num=4)`, `mineBlock(bot, "oak_log", 3)`. */
export function readCall(
  language: GoalLanguage,
  name: string,
  args: readonly LooseArgument[],
): ReadStep {
  const words = wordsOf(name)
  const verb = findVerb(language, words[0] ?? '')
  if (verb === NOTHING) return NO_STEP
  const thing = words.slice(verb === undefined ? 0 : 1).filter((word) => !NO_ITEM.test(word))
  const parts = sortArguments(thing.join('_'), args)
  if (verb !== undefined) return readParts(language, { verb, ...parts })
  const near = nearestGoal(language, [name, ...parts.target.keys()].join(' '))
  if (!near || args.length === 0) return problem(`no skill '${name.slice(0, 40)}'`)
  const target = new Map([[near.item, Math.max(1, ...parts.target.values())]])
  return readParts(language, { ...parts, verb: near.skill, target })
}

function sortArguments(thing: string, args: readonly LooseArgument[]): Omit<StepParts, 'verb'> {
  const target = new Map<string, number>(thing === '' ? [] : [[thing, 1]])
  const using = new Map<string, number>()
  let tool: string | null | undefined
  let count: number | undefined
  let isGiven = false
  for (const { key, value } of args) {
    const isCounts = typeof value === 'object' && value !== null
    const isFree = !isGiven && (isCounts || thing === '')
    const number = typeof value === 'number' ? value : wordCount(key, value)
    if (number !== undefined) {
      if (key === null || COUNT.test(key)) count ??= countFrom(number)
    } else if (value === null) {
      tool ??= null
    } else if (typeof value === 'boolean' || value === 'bot') {
    } else if (key !== null && TOOL.test(key)) tool = nameIn(value)
    else if (key !== null && USING.test(key)) merge(using, countsFrom(value))
    else if (key !== null ? TARGET.test(key) : isFree) {
      if (!isGiven) target.clear()
      isGiven = true
      merge(target, countsFrom(value))
    } else if (key === null && isCounts) merge(using, countsFrom(value))
    else if (key === null) tool = nameIn(value)
  }
  const [only, ...others] = target
  if (count !== undefined && only && others.length === 0 && only[1] === 1)
    target.set(only[0], count)
  return { target, using, tool }
}

/** `quantity="three"` */
function wordCount(key: string | null, value: Loose): number | undefined {
  if (key === null || !COUNT.test(key) || typeof value !== 'string') return undefined
  return readNumber(value.trim().toLowerCase())
}

function merge(into: Map<string, number>, counts: NamedCounts): void {
  for (const [name, count] of counts) into.set(name, (into.get(name) ?? 0) + count)
}

function nameIn(value: Loose): string | null {
  if (typeof value === 'string') return value
  const [name] = countsFrom(value).keys()
  return name ?? null
}

/** Resolves the names and chooses a skill that can obtain the item. */
export function readParts(language: GoalLanguage, parts: StepParts): ReadStep {
  if (parts.verb === NOTHING) return NO_STEP
  const object = objectOf(language, parts.verb)
  if (object !== null) {
    const goal = { skill: parts.verb, target: { [object]: 1 }, using: {}, tool: null }
    return { type: 'goal', goal }
  }
  const wanted = new Map<string, number>()
  for (const [name, count] of parts.target)
    merge(wanted, new Map([[yieldOf(language, parts.verb, name) ?? name, count]]))
  const { counts: target, unknown } = resolveCounts(language, wanted, parts.verb)
  const [item] = Object.keys(target)
  if (unknown[0] !== undefined)
    return problem(unknownItem(language.registry, unknown[0].slice(0, 40)))
  if (item === undefined) return problem(`${parts.verb} without a target such as {log:3}`)
  const { counts: using } = resolveCounts(language, parts.using)
  const named = toolNamed(language, parts.tool ?? null)
  const skill = fittingSkill(language, parts.verb, item, named)
  const takes = language.skill(skill).takesMaterials
  const tool = parts.tool === undefined && !takes ? weakestTool(language, skill, item) : named
  return { type: 'goal', goal: { skill, target, using: takes ? using : {}, tool } }
}

/** The weakest tool that gathering needs, for a step that does not mention a tool. */
function weakestTool(language: GoalLanguage, skill: string, item: string): string | null {
  const recipes = language.skill(skill).recipes(language.registry, item, new Set())
  const [weakest = null] = recipes
    .map(({ tool }) => tool)
    .sort((a, b) => strengthOf(a) - strengthOf(b))
  return weakest
}

function strengthOf(tool: string | null): number {
  return tool === null ? Number.NEGATIVE_INFINITY : toolCost(tool)
}

function toolNamed(language: GoalLanguage, text: string | null): string | null {
  const name = wordsOf(text ?? '').join('_')
  if (NO_TOOL.test(name)) return null
  return STATIONS[name] ?? repairName(language, name) ?? null
}

function problem(message: string): ReadStep {
  return { type: 'problem', message }
}
