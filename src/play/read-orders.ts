import { parsePlan } from '#goal/parse'
import { goalText } from '#goal/print'
import { suggestions } from '#knowledge/suggestions'
import { plainText } from '#wire/plain-text'
import type { OrderContext } from './order-spec.ts'
import { ORDER_NAMES, type Order, type OrderName, orderSpec, orderTitle } from './orders.ts'

/** Longest text that is read (characters): a line of chat. */
const MAX_TEXT = 256
/** Shortest beginning whose misspellings are looked up (letters). */
const MIN_BEGINNING = 3
/** Limit on the orders of one line. */
const MAX_ORDERS = 8

/** A wording that a person can choose from, and the orders that it gives. */
export interface Option {
  readonly label: string
  readonly orders: readonly Order[]
}

/** What a line means. */
export type Reading =
  | {
      readonly type: 'orders'
      readonly orders: readonly Order[]
      /** Whether they come before all orders that wait ("wood first"). */
      readonly first: boolean
      /** Whether they replace the present order ("never mind, ..."). */
      readonly instead: boolean
    }
  /** The person has to say more, or to choose. */
  | {
      readonly type: 'question'
      readonly text: string
      readonly options: readonly Option[]
      readonly first: boolean
      readonly instead: boolean
    }
  /** No order. */
  | { readonly type: 'nothing' }

const NOTHING: Reading = { type: 'nothing' }

/** Polite words before and after an order. */
const BEFORE =
  /^(?:please|pls|plz|hey|hi|hello|yo|ok|okay|now|then|and|so|well|just|also|first|kindly|(?:could|can|would|will) you(?: please)?|you (?:should|can|could|may|need to|have to|must)|i (?:want|need|would like) you to|go and|go ahead and|try to|let's|let us)[, ]+(?=\S)/
const AFTER =
  /[, ]+(?:please|pls|plz|now|thanks|thank you|thx|ok|okay|right now|quickly|quick|asap|buddy|mate|friend|will you|would you|can you|could you)$/
const FIRST = /(?:[, ]+first|^first[, ]+(?=\S))$/
const DROPPED =
  /^(?:no|nah|never ?mind|nvm|forget (?:it|that)|cancel (?:it|that)|stop (?:it|that)|drop that)(?:[,;:. ]+(?:but|and|just|do|instead))?[,;:. ]+(?=\S)/
const INSTEAD = /[, ]+instead$/
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/[’`´]/g, "'"],
  [/\bwhat'?s\b/g, 'what is'],
  [/\bwhere'?s\b/g, 'where is'],
  [/\bhow'?s\b/g, 'how is'],
  [/\b(?:dont|don't)\b/g, "don't"],
  [/\bu\b/g, 'you'],
  [/\bgimme\b/g, 'give me'],
  [/\bfetch me\b/g, 'bring me'],
]
/** Two orders of one line. */
const THEN = /\s*(?:;|,?\s+and then|,?\s+then|,?\s+after that|,?\s+afterwards)\s+/
const AND = /\s*(?:,\s*and|,|\s+and)\s+/g

/**
 * Reads what a person says as orders, without a language model. Every text gives orders, a question back, or nothing.
 * @param text untrusted.
 */
export function readOrders(text: string, context: OrderContext): Reading {
  const goals = goalsIn(text, context)
  if (goals) return { type: 'orders', orders: goals, first: false, instead: false }
  let line = normalised(text)
  let instead = false
  let first = false
  for (const [pattern, mark] of [
    [DROPPED, 'instead'],
    [INSTEAD, 'instead'],
    [FIRST, 'first'],
  ] as const) {
    const rest = line.replace(pattern, '')
    if (rest === line || rest === '') continue
    line = polished(rest)
    if (mark === 'first') first = true
    else instead = true
  }
  // "Never mind, wood first" postpones, rather than drops, the present order.
  const flags = { first, instead: instead && !first }
  const reading = readParts(line, context) ?? (first || instead ? bareItems(line, context) : null)
  return reading ? { ...reading, ...flags } : NOTHING
}

/** A line in lower case on one line, without polite words and final marks. */
export function normalised(text: string): string {
  let line = plainText(text, MAX_TEXT).toLowerCase()
  for (const [pattern, plain] of CONTRACTIONS) line = line.replace(pattern, plain)
  return polished(line)
}

function polished(line: string): string {
  let rest = line
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest
      .replace(/[\s.!?,;:…)]+$/, '')
      .replace(/^[\s.,;:!(]+/, '')
      .replace(AFTER, '')
      .replace(BEFORE, '')
  }
  return rest
}

type Part = { readonly type: 'orders'; readonly orders: readonly Order[] } | Question
type Question = Omit<Extract<Reading, { type: 'question' }>, 'first' | 'instead'>

/** Orders joined by "then", or by "and" where the second half is an order as well. */
function readParts(line: string, context: OrderContext): Part | null {
  if (line === '') return null
  const steps = line
    .split(THEN)
    .map(polished)
    .filter((part) => part !== '')
  if (steps.length > MAX_ORDERS) return null
  if (steps.length > 1) return joined(steps.map((step) => readStep(step, context)))
  return readStep(line, context)
}

/** One order, or several joined by "and": the first half that is an order, and the rest. */
function readStep(line: string, context: OrderContext, depth = 0): Part | null {
  const whole = readOne(line, context)
  if (whole?.type === 'orders' || depth >= MAX_ORDERS) return whole
  for (const { index, 0: joint } of [...line.matchAll(AND)].reverse()) {
    const last = readOne(polished(line.slice(index + joint.length)), context)
    if (last?.type !== 'orders') continue
    const before = readStep(polished(line.slice(0, index)), context, depth + 1)
    if (before?.type === 'orders') return joined([before, last])
  }
  return whole
}

/** All parts as one; null where one of them is no order, and the first question where one is unclear. */
function joined(parts: readonly (Part | null)[]): Part | null {
  const orders: Order[] = []
  for (const part of parts) {
    if (!part) return null
    if (part.type === 'question') return part
    orders.push(...part.orders)
  }
  const conflict = conflictIn(orders)
  if (conflict !== null) return { type: 'question', text: conflict, options: [] }
  return { type: 'orders', orders: orders.slice(0, MAX_ORDERS) }
}

/** Controls that take effect at once, and so before orders that stand before them in a line. */
const CONTROLS: ReadonlySet<OrderName> = new Set([
  'stop',
  'continue',
  'cancel',
  'cancel-all',
  'leave',
])

/** Why the orders of one line cannot be followed one after the other; null where they can. */
function conflictIn(orders: readonly Order[]): string | null {
  const acts = orders.filter(({ name }) => orderSpec(name).manner !== 'answer')
  const [first] = acts
  const control = orders.find(
    ({ name }, index) => CONTROLS.has(name) && first !== undefined && index > orders.indexOf(first),
  )
  if (control) return `I would ${orderTitle(control)} at once. Say it again when the rest is done.`
  const endless = acts.slice(0, -1).find(({ name }) => orderSpec(name).manner === 'until-told')
  return endless
    ? `I can ${orderTitle(endless)} only until another order comes. Which one do you want?`
    : null
}

/** The first order whose words fit; otherwise the first question about one. */
function readOne(line: string, context: OrderContext): Part | null {
  let question: Part | null = null
  for (const name of ORDER_NAMES) {
    const spec = orderSpec(name)
    for (const form of spec.forms) {
      const found = form.exec(line)
      if (!found) continue
      const understood = spec.understand(found.groups ?? {}, context)
      if (understood?.type === 'args')
        return { type: 'orders', orders: understood.all.map((args) => orderOf(name, args)) }
      if (understood?.type === 'ask')
        question ??= {
          type: 'question',
          text: understood.text,
          options: understood.choices.map(({ label, args }) => ({
            label,
            orders: [orderOf(name, args)],
          })),
        }
    }
  }
  return question
}

// The arguments come from the order's own `understand`.
function orderOf(name: OrderName, args: unknown): Order {
  return { name, args } as Order
}

/** Items without a verb, where something else says that they are an order: "wood first". */
function bareItems(line: string, context: OrderContext): Part | null {
  return readOne(`${context.speaker === null ? 'get' : 'bring'} ${line}`, context)
}

/** Goals in the notation of plans; null for other text. */
function goalsIn(text: string, { language }: OrderContext): Order[] | null {
  if (!text.includes('(') || text.length > MAX_TEXT) return null
  const plan = parsePlan(language, text)
  if (!plan.ok || plan.goals.length === 0 || plan.goals.length > MAX_ORDERS) return null
  return plan.goals.map((goal) => ({ name: 'goal', args: { goal: goalText(goal) } }))
}

/**
 * The orders that an answer to a question chooses: by the number of an option, its name, or a word of it.
 * @returns null when the answer chooses none.
 */
export function chosen(
  answer: string,
  { options }: Pick<Question, 'options'>,
): readonly Order[] | null {
  const line = normalised(answer)
    .replace(/^(?:the|a|an|i mean|yes|make it) /, '')
    .replace(/ (?:one|please)$/, '')
  if (/^[1-9]$/.test(line)) return options[Number(line) - 1]?.orders ?? null
  if (/^(?:yes|yeah|yep|sure|ok|okay|do it|y)$/.test(line))
    return options.length === 1 ? (options[0]?.orders ?? null) : null
  const name = line.replace(/[ -]+/g, '_')
  if (name === '') return null
  const exact = options.find(({ label }) => label === name)
  const partial = options.filter(
    ({ label }) => label.split('_').includes(name) || label.startsWith(name),
  )
  const [one] = exact ? [exact] : partial
  return one && (exact || partial.length === 1) ? one.orders : null
}

/** A question as one line: `Which pickaxe do you mean? 1 stone_pickaxe, 2 iron_pickaxe`. */
export function questionText({ text, options }: Pick<Question, 'text' | 'options'>): string {
  if (options.length === 0) return text
  if (options.length === 1) return `${text} Say yes for ${options[0]?.label}.`
  return `${text} ${options.map(({ label }, index) => `${index + 1} ${label}`).join(', ')}`
}

/** For words that give no order: the nearest examples that begin alike, for a person who addressed the agent. */
export function nearestExamples(text: string): string[] {
  const line = normalised(text)
  const examples = ORDER_NAMES.flatMap((name) => orderSpec(name).examples)
  const beginning = beginningOf(line)
  // Short words resemble each other too much.
  const beginnings = new Set(
    beginning.length < MIN_BEGINNING
      ? [beginning]
      : suggestions(beginning, examples.map(beginningOf)),
  )
  return suggestions(
    line,
    examples.filter((example) => beginnings.has(beginningOf(example))),
  )
}

function beginningOf(line: string): string {
  return line.split(' ')[0] ?? ''
}
