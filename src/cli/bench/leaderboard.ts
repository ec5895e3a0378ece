import { createHash } from 'node:crypto'
import { Html, html } from '#report/page/html'
import { wilsonInterval } from '#trial/statistics'
import type { BenchModel, BenchResult, PartResult } from './bench-result.ts'
import { NULL_MODEL } from './null-model.ts'
import type { Suite } from './suites.ts'

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1b232c; background: #fff; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th, td { border-bottom: 1px solid #d5dbe1; padding: .4rem .6rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
small { color: #5c6976; }
.floor { color: #5c6976; font-style: italic; }
@media (prefers-color-scheme: dark) { body { background: #10151a; color: #e4eaf0; } th, td { border-color: #2c3640; } }
`

/** The models of a result, the best first: by the sum of their success rates. The null model is the floor below them. */
export function ranked(result: BenchResult): readonly BenchModel[] {
  const score = ({ model, parts }: BenchModel) =>
    model === NULL_MODEL ? -1 : Object.values(parts).reduce((sum, part) => sum + rateOf(part), 0)
  return [...result.models].sort((a, b) => score(b) - score(a))
}

/** The lines of a leaderboard for a terminal. */
export function leaderboardRows(result: BenchResult, suite: Suite): readonly (readonly string[])[] {
  const parts = Object.entries(suite.parts)
  return [
    ['model', ...parts.map(([, { title }]) => title), 'calls', 'tokens', '$'],
    ...ranked(result).map((model) => [
      model.model,
      ...parts.map(([name]) => rateText(model.parts[name])),
      ...useTexts(model),
    ]),
  ]
}

/** A leaderboard as one static page, in which no script can run. */
export function leaderboardPage(result: BenchResult, suite: Suite): string {
  const parts = Object.entries(suite.parts)
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Delver: ${result.suite}</title>
<style>${Html.trusted(STYLE)}</style>
</head>
<body>
<h1>Which model plans best: ${result.suite}</h1>
<p>Success in percent, with the 95 % interval (Wilson). Played with Delver ${result.delver}; ${NULL_MODEL} always answers with the first example of the prompt and is the floor of the table.</p>
<table>
<thead><tr><th scope="col">model</th>${parts.map(([, { title }]) => html`<th scope="col">${title}</th>`)}<th scope="col">calls</th><th scope="col">tokens</th><th scope="col">$</th></tr></thead>
<tbody>
${ranked(result).map((model) =>
  rowHtml(
    model,
    parts.map(([name]) => name),
  ),
)}</tbody>
</table>
<p><small>Anyone can verify the trials of the text world by a replay of the stored calls: delver bench --verify bench.json.</small></p>
</body>
</html>
`
  return page.text
}

function rowHtml(model: BenchModel, names: readonly string[]): Html {
  const name = model.model === NULL_MODEL ? Html.trusted(' class="floor"') : null
  return html`<tr${name}><td>${model.model}</td>${names.map((part) => html`<td>${rateText(model.parts[part])}</td>`)}${useTexts(model).map((text) => html`<td>${text}</td>`)}</tr>
`
}

function rateOf({ successes, trials }: PartResult): number {
  return trials > 0 ? successes / trials : 0
}

/** `97.4 (90.9-99.3)`, with the number of trials while some are missing. */
function rateText(part: PartResult | undefined): string {
  if (!part || part.trials === 0) return '-'
  const { successes, trials, total } = part
  const interval = wilsonInterval(successes, trials).map((bound) => (100 * bound).toFixed(0))
  const left = trials < total ? `, ${trials} of ${total}` : ''
  return `${(100 * rateOf(part)).toFixed(1)} (${interval.join('-')}${left})`
}

function useTexts({ parts }: BenchModel): string[] {
  const all = Object.values(parts)
  const sum = (of: (part: PartResult) => number) => all.reduce((total, part) => total + of(part), 0)
  const isPriced = all.every(({ dollars }) => dollars !== null)
  return [
    sum(({ calls }) => calls).toFixed(0),
    sum(({ inputTokens, outputTokens }) => inputTokens + outputTokens).toFixed(0),
    isPriced ? sum(({ dollars }) => dollars ?? 0).toFixed(2) : '-',
  ]
}
