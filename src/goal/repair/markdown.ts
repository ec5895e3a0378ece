import type { GoalLanguage } from '../goal-language.ts'
import { findVerb, NOTHING, wordsOf } from './names.ts'

/** A code span within a line; the last one of a line may lack its closing backticks. */
const SPAN = /(?<!`)(`+)(?!`)(.+?)(?:(?<!`)\1(?!`)|$)/g
const FENCE = /^\s*(?:>\s*)?(?:`{3,}[^`(]*|~{3,}[^(]*)$/
/** Text between alternatives; a list mark may precede it. */
const OR = /^[\s\d.)*-]*(?:or|\|\|)\s*$/i
/** A row of a table, but no line that begins with an alternative. */
const ROW = /^\s*\|(?!\|).*\|\s*$/
const ESCAPED = /\\(?=[_*{}()[\]|])/g
/** A name and the beginning of its arguments; words in brackets may belong to prose. */
const CALL = /(?<!\b(?:def|function)\s{1,4})\b([A-Za-z_]\w*) ?\(\s*(?:[{['"`]|\w+\s*=)/g

/** The first call of a skill in a text, readable or not; undefined when there is none. */
export function writtenCall(language: GoalLanguage, text: string): string | undefined {
  for (const { 0: call, 1: name = '' } of text.matchAll(CALL)) {
    const verb = findVerb(language, wordsOf(name)[0] ?? '')
    if (verb !== undefined && verb !== NOTHING) return call
  }
  return undefined
}

/** A text without Markdown: a line whose code spans contain calls is reduced to these spans, one on each line. */
export function withoutMarkdown(language: GoalLanguage, text: string): string {
  const { inside, outside } = splitFences(text.replace(ESCAPED, ''))
  const lines = withoutEcho(language, inside, outside)
  return lines.map((line) => spansOf(language, line)).join('\n')
}

/** A text with its headings and quoted calls opened, which are comments and strings otherwise. */
export function withOpenedCalls(language: GoalLanguage, text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const opened = line
        .replace(/^(\s*)#{1,6}\s/, '$1')
        .replace(/(["'])(\w{1,40} ?\(.{0,300}?\);?)\1(?=\s*(?:[,\]}]|$))/g, '\n$2\n')
      return writtenCall(language, opened) === undefined ? line : spansOf(language, opened)
    })
    .join('\n')
}

/** The lines within fences and those outside of them by line number; the marks of the fences are left out. */
function splitFences(text: string): { inside: Map<number, string>; outside: Map<number, string> } {
  const [inside, outside] = [new Map<number, string>(), new Map<number, string>()]
  let isOpen = false
  for (const [number, line] of text.split('\n').entries()) {
    if (FENCE.test(line)) isOpen = !isOpen
    else (isOpen ? inside : outside).set(number, line)
  }
  return { inside, outside }
}

/** All lines in order. A line outside of the fences that only repeats their calls is left out. */
function withoutEcho(
  language: GoalLanguage,
  inside: ReadonlyMap<number, string>,
  outside: ReadonlyMap<number, string>,
): string[] {
  const dense = (line: string) => line.replace(/[\s'"`]/g, '')
  const fenced = dense([...inside.values()].join('\n'))
  const isEcho = (line: string) => {
    const calls = line.match(/\b\w{1,40} ?\(\s*(?:[{[]|\w{1,40}\s*=)[^()]*\)/g) ?? []
    return (
      writtenCall(language, line) !== undefined &&
      calls.length > 0 &&
      calls.every((call) => fenced.includes(dense(call)))
    )
  }
  return [...inside, ...[...outside].filter(([, line]) => !isEcho(line))]
    .sort(([a], [b]) => a - b)
    .map(([, line]) => line)
}

function spansOf(language: GoalLanguage, line: string): string {
  const spans = [...line.matchAll(SPAN)]
  // Backticks within a call are quotes: they do not end its span.
  const isGoal = ([, , code = '']: RegExpExecArray) =>
    writtenCall(language, code) !== undefined && !/[({[,:=]\s*$/.test(code)
  const first = spans.find(isGoal)
  const isComment = /^\s*(?:#|\/\/)/.test(line)
  // A call outside of the spans is a goal as well.
  const rest = line.replace(SPAN, (whole, _, code) =>
    writtenCall(language, code) === undefined ? whole : '',
  )
  if (!first || isComment || writtenCall(language, rest) !== undefined)
    return ROW.test(line) ? line.replace(/(?<!\|)\|(?!\|)/g, '\n') : line
  let end = 0
  const parts = spans.filter(isGoal).map((span) => {
    const between = line.slice(end, span.index)
    end = span.index + span[0].length
    // The end of a span ends its statement.
    const isClosed = span[0].endsWith('`')
    return `${OR.test(between) ? 'or' : ''}\n${span[2]}${isClosed ? ';' : ''}`
  })
  return `${parts.join('\n')}${OR.test(line.slice(end)) ? '\nor' : ''}`
}
