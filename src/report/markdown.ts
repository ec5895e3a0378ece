import { plainText } from '#wire/plain-text'
import { percent, percentRange } from './numbers.ts'
import type { Report } from './report.ts'
import type { Column, Table } from './table.ts'
import type { Tree } from './tree.ts'

/** The first line of a report of ours: nothing else is ever overwritten. */
export const MARKDOWN_MARK = '<!-- Report of Delver -->'

/** Longest text of a cell or paragraph (characters). */
const MAX_LENGTH = 600

/** A report as Markdown: text and tables, without the plots. */
export function markdownOf(report: Report): string {
  const lines = [
    MARKDOWN_MARK,
    '',
    `# ${escaped(report.title)}`,
    '',
    ...report.headlines.map(
      ({ label, summary, settings }) =>
        `- **${escaped(label)}**: ${summary.successes} of ${summary.trials} obtained, ${percent(summary.successRate)} (95 % interval ${percentRange(summary.interval)}). ${escaped(settings)}.`,
    ),
    ...(report.cautions.length > 0
      ? ['', ...report.cautions.map((one) => `- ${escaped(one)}`)]
      : []),
    ...report.sections.flatMap(({ title, text, tables, trees = [] }) => [
      '',
      `## ${escaped(title)}`,
      ...text.flatMap((paragraph) => ['', escaped(paragraph)]),
      ...tables.flatMap((table) => ['', `### ${escaped(table.caption)}`, '', ...tableLines(table)]),
      ...trees.flatMap((tree) => ['', `### ${escaped(tree.caption)}`, '', ...treeLines(tree)]),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

/** A table as lines of Markdown. */
export function tableLines({ columns, rows }: Table): string[] {
  return [
    line(columns.map(headingOf)),
    line(columns.map(({ kind }) => (kind === 'number' ? '---:' : '---'))),
    ...rows.map(({ cells, strong }) =>
      line(cells.map((cell) => (strong && cell ? `**${escaped(cell)}**` : escaped(cell)))),
    ),
  ]
}

/** A list in which parts stand below what they are part of, a level down at a time. */
function treeLines({ branches }: Tree): string[] {
  let above = 0
  return branches.map(({ depth, sign, text, detail }) => {
    above = Math.min(Math.max(1, depth), above + 1)
    const more = detail === '' ? '' : `: ${escaped(detail)}`
    return `${'  '.repeat(above - 1)}- ${sign} ${escaped(text)}${more}`
  })
}

/** Markdown has one line of headings, so what stands over them goes into each. */
function headingOf({ heading, over, kind }: Column): string {
  const text = escaped(over === undefined ? heading : `${over}: ${heading}`)
  return kind === 'elsewhere' ? `*${text}*` : text
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** Text of others must not become markup, neither Markdown's nor HTML's. */
function escaped(text: string): string {
  return plainText(text, MAX_LENGTH)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*[\]|]|(?<!\w)_|_(?!\w)|~~|^#/g, '\\$&')
}
