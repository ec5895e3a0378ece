import { createHash } from 'node:crypto'
import { percent, percentRange } from '../numbers.ts'
import type { Plot } from '../plots/plot.ts'
import { markOf } from '../plots/series.ts'
import { svgOf } from '../plots/svg.ts'
import type { Headline, Report } from '../report.ts'
import type { Section } from '../section.ts'
import { Html, html } from './html.ts'
import { markIcon } from './mark.ts'
import { STYLE } from './style.ts'
import { tableHtml } from './table-html.ts'
import { treeHtml } from './tree-html.ts'

/** What a page of ours says of itself: nothing else is ever overwritten. */
export const PAGE_MARK = '<meta name="generator" content="Delver report">'

/** Widths that a plot is drawn in: for a desk, and for a phone of 400 px or less (px). */
const WIDE = 1040
const NARROW = 340

/** A report as one page that needs nothing else, and in which nothing can run. */
export async function pageOf(report: Report): Promise<string> {
  const sections: Html[] = []
  for (const section of report.sections) sections.push(await sectionHtml(section))
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${Html.trusted(PAGE_MARK)}
<link rel="icon" href="data:,">
<title>${report.title}</title>
<style>${Html.trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#${report.sections[0]?.id ?? ''}">Skip to the figures</a>
<header>
<h1>${report.title}</h1>
<p class="lead">What ${trialsText(report.headlines)} came to.</p>
<nav aria-label="Parts of the report"><ul>
${report.sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>
</header>
<main>
<div class="cards">
${report.headlines.map(card)}</div>
${cautionsHtml(report.cautions)}
${sections}</main>
<footer>Made by delver report from the trials’ own logs.</footer>
</body>
</html>
`
  return page.text
}

/** No scripts, no requests; of styles only the page's own. */
function policy(): string {
  const hash = createHash('sha256').update(STYLE).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`
}

function trialsText(headlines: readonly Headline[]): string {
  const trials = headlines.reduce((sum, { summary }) => sum + summary.trials, 0)
  const sets = headlines.length > 1 ? ` in ${headlines.length} sets` : ''
  return `${trials} ${trials === 1 ? 'trial' : 'trials'}${sets}`
}

function card({ label, summary, settings }: Headline, index: number): Html {
  const { successes, trials, successRate, interval } = summary
  return html`<article class="card"><h2>${markIcon(markOf(index))}${label}</h2>
<p class="rate">${percent(successRate)}</p>
<p>${successes} of ${trials} obtained<br>95 % interval ${percentRange(interval)}</p>
<p class="settings">${settings}</p></article>
`
}

function cautionsHtml(cautions: readonly string[]): Html | null {
  if (cautions.length === 0) return null
  return html`<aside class="cautions" aria-label="To be kept in mind"><ul>
${cautions.map((one) => html`<li>${one}</li>\n`)}</ul></aside>`
}

async function sectionHtml(section: Section): Promise<Html> {
  const { id, title, text, plots, tables, trees = [] } = section
  const figures: Html[] = []
  for (const plot of plots) figures.push(await figureHtml(plot))
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<div class="prose">${text.map((paragraph) => html`<p>${paragraph}</p>\n`)}</div>
${figures}${tables.map(tableHtml)}${trees.map(treeHtml)}</section>
`
}

async function figureHtml(plot: Plot): Promise<Html> {
  const drawings: Html[] = []
  for (const [name, width] of [
    ['wide', WIDE],
    ['narrow', NARROW],
  ] as const) {
    const svg = Html.trusted(await svgOf(plot, width))
    drawings.push(html`<div class="${name}" role="img" aria-label="${plot.title}">${svg}</div>\n`)
  }
  return html`<figure><h3>${plot.title}</h3>
<ul class="legend">${plot.legend.map(({ label, mark }) => html`<li>${markIcon(mark)}${label}</li>`)}</ul>
${drawings}<figcaption class="caption">${plot.caption}</figcaption></figure>
`
}
