import { END_TITLES } from '#events/titles'
import type { TrialRow } from '../protocol.ts'
import { rateText } from '../rate.ts'
import { trialPage } from '../trial-page-name.ts'
import { type AssetSource, servedAssets } from './asset-source.ts'
import { fill, h } from './dom.ts'
import type { ItemIcons } from './item-icons.ts'
import { taskTitle } from './panels/headline.ts'
import { itemImage, itemOf } from './panels/item-image.ts'
import { type Connection, followConnection } from './server-fetch.ts'
import { clockText } from './state/game-time.ts'
import { plain } from './state/goal-title.ts'
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
  const list = h('ul', { class: 'cards' })
  page.className = 'overview'
  fill(
    page,
    h(
      'header',
      { class: 'headline' },
      h('span', { class: 'brand' }, 'Delver'),
      h('h1', {}, 'Trials'),
      counts,
    ),
    list,
  )

  function draw(): void {
    const over = rows.filter(isOver).length
    const rate = rateText(over - opened.over, performance.now() - opened.ms, rows.length - over)
    counts.textContent =
      connection === 'gone'
        ? 'the server has stopped'
        : [countsText(rows), rate].filter(Boolean).join('; ')
    const focused = document.activeElement?.getAttribute('href')
    fill(list, ...rows.map((row) => card(row, icons, isExported)))
    if (focused) list.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus()
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
    'li',
    {},
    h(
      'a',
      {
        class: `card ${tone}`,
        href: isExported ? encodeURIComponent(trialPage(id)) : `/trial/${encodeURIComponent(id)}`,
      },
      h('h2', {}, taskTitle(task)),
      h('span', { class: `state ${tone}` }, state),
      h('p', { class: 'how' }, `seed ${seed} · ${strategy}, ${planner}, ${perception}${where}`),
      h(
        'div',
        { class: 'reached' },
        ...milestones.map(({ name }) => itemImage(icons, itemOf(name))),
      ),
      h('span', { class: 'rail' }, bar),
      h(
        'p',
        { class: 'clock' },
        `${clockText(tick)} / ${clockText(maxTicks)}`,
        last && h('small', {}, `latest milestone: ${plain(last.name)}`),
      ),
    ),
  )
}

function stateText({ state, success, end }: TrialRow): readonly [string, string] {
  if (state !== 'over') return [state === 'running' ? 'running' : 'plain', state]
  return success ? ['good', 'success'] : ['bad', end ? END_TITLES[end] : 'finished']
}
