import { taskWords } from '#events/titles'
import { itemName } from '#wire/item-words'
import type { TrialRow } from '../protocol.ts'
import { raceQuery, togetherProblem } from '../race.ts'
import { rateText } from '../rate.ts'
import { trialPage } from '../trial-page-name.ts'
import { type AssetSource, servedAssets } from './asset-source.ts'
import { fill, h } from './dom.ts'
import type { ItemIcons } from './item-icons.ts'
import { itemImage, itemOf } from './panels/item-image.ts'
import { overviewControls } from './panels/overview-controls.ts'
import { drawSuccessCurve } from './panels/success-curve.ts'
import { type Connection, followConnection } from './server-fetch.ts'
import { clockText } from './state/game-time.ts'
import {
  chosenRows,
  groupsOf,
  overviewChoice,
  overviewQuery,
  resultText,
  totalsText,
} from './state/overview-state.ts'
import { loadIcons } from './version-assets.ts'

/** Where the overview's trials and pictures are: on a server, or in files beside an exported page. */
export interface OverviewPlace {
  readonly assets: AssetSource
  readonly isExported: boolean
}

export const ON_SERVER: OverviewPlace = { assets: servedAssets, isExported: false }

/** Shows all trials, and updates those of a server as they change. */
export function showOverview(
  page: HTMLElement,
  first: readonly TrialRow[],
  { assets, isExported }: OverviewPlace,
): void {
  let rows = first
  let icons: ItemIcons | null = null
  let version: string | null = null
  let connection: Connection = 'open'
  const opened = { ms: performance.now(), over: first.filter(isOver).length }
  const counts = h('p', { class: 'counts', role: 'status' })
  const list = h('div', { class: 'groups' })
  const totals = h('p', { class: 'totals', role: 'status' })
  const curve = h('div', { class: 'success-curve' })
  let choice = overviewChoice(location.search)
  const controls = overviewControls(choice, (next) => {
    choice = next
    history.replaceState(history.state, '', location.pathname + overviewQuery(choice))
    draw()
  })
  const picked = new Set<string>()
  const race = h('a', { class: 'race-link', hidden: true }, 'Race')
  const wall = h('a', { class: 'race-link', hidden: true }, 'Side by side')
  const raceNote = h('p', { class: 'counts', role: 'status' })
  page.className = 'overview'
  fill(
    page,
    h(
      'header',
      { class: 'headline' },
      h('span', { class: 'brand' }, 'Delver'),
      h('h1', {}, 'Trials'),
      counts,
      !isExported && h('span', { class: 'race-pick' }, wall, race, raceNote),
    ),
    controls,
    h('section', { class: 'panel results', 'aria-label': 'Results' }, totals, curve),
    list,
  )

  function draw(): void {
    const over = rows.filter(isOver).length
    const rate = rateText(over - opened.over, performance.now() - opened.ms, rows.length - over)
    counts.textContent =
      connection === 'gone'
        ? 'the server has stopped'
        : [countsText(rows), rate].filter(Boolean).join('; ')
    const focused = document.activeElement?.getAttribute('data-key')
    const shown = chosenRows(rows, choice)
    const groups = groupsOf(shown, choice.group)
    totals.textContent = shown.length === 0 ? 'No trial fits the filter.' : totalsText(shown)
    drawSuccessCurve(curve, groups)
    curve.hidden = !shown.some(({ success }) => success)
    fill(list, ...groups.map(({ title, rows: members }) => groupOf(title, members)))
    if (focused) list.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus()
    drawRace()
    const known = rows.find((row) => row.version !== null)?.version ?? null
    if (known === null || known === version) return
    version = known
    loadIcons(assets, known).then(
      (loaded) => {
        icons = loaded
        draw()
      },
      () => {
        version = null
      },
    )
  }

  function groupOf(title: string, members: readonly TrialRow[]): HTMLElement {
    const cards = members.map((row) => {
      const pick = !isExported && row.recording && pickBox(row, picked, drawRace)
      return h('li', {}, pick, card(row, icons, isExported))
    })
    return h(
      'section',
      { class: 'group', 'aria-label': title || 'Trials' },
      title && h('h2', {}, title, h('small', { class: 'about' }, totalsText(members))),
      h('ul', { class: 'cards' }, ...cards),
    )
  }

  function drawRace(): void {
    const chosen = rows.filter(({ id }) => picked.has(id))
    const query = raceQuery(chosen.map(({ id }) => id))
    const problems = {
      race: togetherProblem(chosen, 'race'),
      wall: togetherProblem(chosen, 'wall'),
    }
    race.hidden = problems.race !== null
    wall.hidden = problems.wall !== null
    race.href = `/race?${query}`
    wall.href = `/wall?${query}`
    race.textContent = `Race ${chosen.length} trials`
    wall.textContent = `${chosen.length} trials side by side`
    raceNote.textContent =
      chosen.length === 0
        ? 'Select 2 to 8 trials to show them side by side, or, with one seed, as a race.'
        : (problems.wall ?? problems.race ?? '')
  }

  draw()
  if (isExported) return
  const feed = new EventSource('/api/overview')
  feed.addEventListener('trials', ({ data }: MessageEvent<string>) => {
    rows = JSON.parse(data) as readonly TrialRow[]
    draw()
  })
  followConnection(feed, (state) => {
    connection = state
    draw()
  })
}

function isOver({ state }: TrialRow): boolean {
  return state === 'over'
}

function countsText(rows: readonly TrialRow[]): string {
  const count = (state: TrialRow['state']) => rows.filter((row) => row.state === state).length
  const obtained = rows.filter(({ success }) => success).length
  return `${count('running')} running, ${count('waiting')} waiting, ${count('over')} finished, ${obtained} successful`
}

function card(row: TrialRow, icons: ItemIcons | null, isExported: boolean): HTMLElement {
  const { id, task, seed, planner, strategy, perception, tick, maxTicks, milestones } = row
  const where = row.worker === null ? '' : ` · on ${row.worker}`
  const bar = h('span', { class: 'length' })
  bar.style.width = `${Math.min(100, (tick / Math.max(1, maxTicks)) * 100)}%`
  const [tone, state] = stateText(row)
  const last = milestones.at(-1)
  return h(
    'a',
    {
      class: `card ${tone}`,
      'data-key': `card ${id}`,
      href: isExported ? encodeURIComponent(trialPage(id)) : `/trial/${encodeURIComponent(id)}`,
    },
    h('h2', {}, taskWords(task), id !== `${task}-${seed}` && h('small', {}, id)),
    h('span', { class: `state ${tone}` }, state),
    h('p', { class: 'how' }, `seed ${seed} · ${strategy}, ${planner}, ${perception}${where}`),
    h('div', { class: 'reached' }, ...milestones.map(({ name }) => itemImage(icons, itemOf(name)))),
    h('span', { class: 'rail' }, bar),
    h(
      'p',
      { class: 'clock' },
      `${clockText(tick)} / ${clockText(maxTicks)}`,
      last && h('small', {}, `latest milestone: ${itemName(last.name)}`),
    ),
  )
}

/** A box that selects a trial for a race or a view side by side. */
function pickBox({ id }: TrialRow, picked: Set<string>, onChange: () => void): HTMLElement {
  const input = h('input', {
    type: 'checkbox',
    'data-key': `pick ${id}`,
    'aria-label': `Select ${id}`,
    checked: picked.has(id),
  })
  input.addEventListener('change', () => {
    if (input.checked) picked.add(id)
    else picked.delete(id)
    onChange()
  })
  return h('label', { class: 'pick', title: 'Select to compare' }, input)
}

function stateText(row: TrialRow): readonly [string, string] {
  if (row.state !== 'over') return [row.state === 'running' ? 'running' : 'plain', row.state]
  return [row.success ? 'good' : 'bad', resultText(row)]
}
