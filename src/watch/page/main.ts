import { filmRequest } from '../film/film-request.ts'
import type { TrialRow } from '../protocol.ts'
import { h } from './dom.ts'
import { makeFilm } from './film/film-maker.ts'
import { ON_SERVER, showOverview } from './overview.ts'
import { inlinedRows, inlinedSource, liveSource, recordedSource } from './replay-source.ts'
import { ServerGone, serverFetch } from './server-fetch.ts'
import { showTrial } from './trial-page.ts'

const page = document.getElementById('page')
if (page) {
  open(page).catch((error: unknown) => {
    const problem = error instanceof ServerGone ? error.message : String(error)
    page.replaceChildren(h('p', { class: 'problem', role: 'alert' }, problem))
  })
}

/** Shows the trial that the address names, or all trials. */
async function open(page: HTMLElement): Promise<void> {
  const own = inlinedSource()
  if (own) return showTrial(page, own, null)
  const site = inlinedRows()
  if (site) return showOverview(page, site.rows, { assets: site.assets, isExported: true })
  const response = await serverFetch('/api/trials')
  if (!response.ok)
    throw new Error(`The server answered ${response.status} when asked for its trials.`)
  const rows = (await response.json()) as readonly TrialRow[]
  const row = chosen(rows)
  if (!row) return showOverview(page, rows, ON_SERVER)
  const isReplay = row.state === 'over' || new URLSearchParams(location.search).has('replay')
  const film = filmRequest(location.search)
  if (film) return makeFilm(page, recordedSource(row.id, row.recording), film)
  const source = isReplay ? recordedSource(row.id, row.recording) : liveSource(row.id)
  return showTrial(page, source, rows.length > 1 ? '/' : null)
}

function chosen(rows: readonly TrialRow[]): TrialRow | undefined {
  const [, id] = /^\/trial\/([^/]+)\/?$/.exec(location.pathname) ?? []
  if (id === undefined) return rows.length === 1 ? rows[0] : undefined
  const row = rows.find((one) => one.id === decodeURIComponent(id))
  if (!row) throw new Error('Trial not found.')
  return row
}
