import { plainText } from '#wire/plain-text'
import { percent, percentRange } from './numbers.ts'
import type { Report } from './report.ts'
import type { Column, Table } from './table.ts'
import type { Tree } from './tree.ts'

/** The first line of each report: only files with it are overwritten. */
export const MARKDOWN_MARK = '<!-- Report of Delver -->'

/** Greatest length of a cell or paragraph (characters). */
const MAX_LENGTH = 600

/** A report as Markdown, with text and tables but without plots. */
export function markdownOf(report: Report): string {
  const lines = [
    MARKDOWN_MARK,
    '',
    `# ${escaped(report.title)}`,
    '',
    ...report.headlines.map(
      ({ label, summary, settings }) =>
        `- **${escaped(label)}**: ${summary.successes} of ${summary.trials} obtained, ${percent(summary.successRate)} (95 % confidence interval ${percentRange(summary.interval)}). ${escaped(settings)}.`,
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

/** A nested list. Each branch is at most one level deeper than the branch before it. */
function treeLines({ branches }: Tree): string[] {
  let above = 0
  return branches.map(({ depth, sign, text, detail }) => {
    above = Math.min(Math.max(1, depth), above + 1)
    const more = detail === '' ? '' : `: ${escaped(detail)}`
    return `${'  '.repeat(above - 1)}- ${sign} ${escaped(text)}${more}`
  })
}

/** Markdown tables have one heading row, so that each heading includes the one above it. */
function headingOf({ heading, over, kind }: Column): string {
  const text = escaped(over === undefined ? heading : `${over}: ${heading}`)
  return kind === 'published' ? `*${text}*` : text
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** Escapes untrusted text for Markdown and HTML. */
function escaped(text: string): string {
  return plainText(text, MAX_LENGTH)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*[\]|]|(?<!\w)_|_(?!\w)|~~|^#/g, '\\$&')
}
