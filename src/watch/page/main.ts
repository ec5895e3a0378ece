import { filmRequest } from '../film/film-request.ts'
import type { TrialRow } from '../protocol.ts'
import { racersIn, type Together, togetherProblem } from '../race.ts'
import { servedAssets } from './asset-source.ts'
import { h } from './dom.ts'
import { makeFilm } from './film/film-maker.ts'
import { ON_SERVER, showOverview } from './overview.ts'
import { showRace } from './race-page.ts'
import {
  inlinedRace,
  inlinedRows,
  inlinedSource,
  inlinedTogether,
  liveSource,
  recordedSource,
} from './replay-source.ts'
import { ServerGone, serverFetch } from './server-fetch.ts'
import { viewOptions } from './state/view-options.ts'
import { showTrial } from './trial-page.ts'
import { loadVersion } from './version-assets.ts'
import { showWall } from './wall-page.ts'

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
  const [racer, ...otherRacers] = inlinedRace() ?? []
  if (racer) {
    const show = inlinedTogether() === 'wall' ? showWall : showRace
    return show(page, [racer, ...otherRacers], null)
  }
  const site = inlinedRows()
  if (site) return showOverview(page, site.rows, { assets: site.assets, isExported: true })
  const response = await serverFetch('/api/trials')
  if (!response.ok)
    throw new Error(`The server answered ${response.status} when asked for its trials.`)
  const rows = (await response.json()) as readonly TrialRow[]
  const together = TOGETHER[location.pathname]
  const racers = together ? racersIn(location.search) : null
  if (together && racers) return openTogether(page, rows, racers, together)
  const row = chosen(rows)
  if (!row) return showOverview(page, rows, ON_SERVER)
  const isReplay = row.state === 'over' || new URLSearchParams(location.search).has('replay')
  const film = filmRequest(location.search)
  if (film) return makeFilm(page, recordedSource(row.id, row.recording), film)
  // The textures load beside the recording, which names its version only once it is here. The view reports a failure.
  if (row.recording && row.version && !viewOptions(location.search).isOverlay)
    loadVersion(servedAssets, row.version).catch(() => {})
  const source = isReplay ? recordedSource(row.id, row.recording) : liveSource(row.id)
  return showTrial(page, source, rows.length > 1 ? '/' : null)
}

/** The addresses of pages of several trials. */
const TOGETHER: Readonly<Record<string, Together>> = { '/race': 'race', '/wall': 'wall' }

async function openTogether(
  page: HTMLElement,
  rows: readonly TrialRow[],
  ids: readonly string[],
  together: Together,
): Promise<void> {
  const chosen = ids.map((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) throw new Error(`Trial ${id} not found.`)
    return row
  })
  const problem = togetherProblem(chosen, together)
  if (problem !== null) {
    const back = h('a', { href: '/' }, 'All trials')
    page.replaceChildren(h('p', { class: 'problem', role: 'alert' }, problem, ' ', back))
    return
  }
  const [first, ...others] = chosen.map(({ id, recording, state }) =>
    state === 'over' ? recordedSource(id, recording) : liveSource(id),
  )
  if (first) await (together === 'wall' ? showWall : showRace)(page, [first, ...others], '/')
}

function chosen(rows: readonly TrialRow[]): TrialRow | undefined {
  const [, id] = /^\/trial\/([^/]+)\/?$/.exec(location.pathname) ?? []
  if (id === undefined) return rows.length === 1 ? rows[0] : undefined
  const row = rows.find((one) => one.id === decodeURIComponent(id))
  if (!row) throw new Error('Trial not found.')
  return row
}
