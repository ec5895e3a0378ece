import type { Column, Row, Table } from '../table.ts'
import { type Html, html } from './html.ts'

/** A table in a box that scrolls sideways if the page is too narrow. */
export function tableHtml(table: Table): Html {
  const box = html`<div class="scroll" role="region" aria-label="${table.caption}, table" tabindex="0">
<table>${head(table.columns)}<tbody>
${table.rows.map((row) => bodyRow(row, table.columns))}</tbody></table></div>
`
  if (!table.folded) return html`<h3 class="tablename">${table.caption}</h3>${box}`
  return html`<details><summary>${table.caption} (${table.rows.length})</summary>${box}</details>`
}

function head(columns: readonly Column[]): Html {
  const headings = columns.map(
    (column, index) =>
      html`<th scope="col" class="${classes(column, columns[index - 1])}">${column.heading}</th>`,
  )
  if (columns.every(({ over }) => over === undefined))
    return html`<thead><tr>${headings}</tr></thead>`
  const spans = spansOf(columns).map(({ over, kind, count }) =>
    over === undefined
      ? html`<td colspan="${count}"></td>`
      : html`<th scope="colgroup" colspan="${count}" class="over${kind === 'published' ? ' published' : ''}">${over}</th>`,
  )
  return html`<thead><tr>${spans}</tr><tr>${headings}</tr></thead>`
}

interface Span extends Pick<Column, 'over' | 'kind'> {
  count: number
}

/** Groups of neighbouring columns with the same heading above them. */
function spansOf(columns: readonly Column[]): Span[] {
  const spans: Span[] = []
  for (const { over, kind } of columns) {
    const last = spans.at(-1)
    if (last && last.over === over) last.count++
    else spans.push({ ...(over !== undefined && { over }), kind, count: 1 })
  }
  return spans
}

function bodyRow({ cells, strong }: Row, columns: readonly Column[]): Html {
  const inside = cells.map((cell, index) => {
    const column = columns[index]
    if (index === 0 && column?.kind === 'text') return html`<th scope="row">${cell}</th>`
    return html`<td class="${column ? classes(column, columns[index - 1]) : ''}">${cell}</td>`
  })
  return html`<tr class="${strong ? 'strong' : ''}">${inside}</tr>
`
}

function classes({ kind, over }: Column, before: Column | undefined): string {
  return [
    kind,
    ...(over !== undefined && over !== before?.over ? ['first'] : []),
    ...(kind === 'published' && over === undefined ? ['words'] : []),
  ].join(' ')
}
