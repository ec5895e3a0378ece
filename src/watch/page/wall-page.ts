import { taskWords } from '#events/titles'
import { fill, h } from './dom.ts'
import { keysDialog, listenToWallKeys } from './keys.ts'
import { loadStage } from './load-stage.ts'
import type { Part } from './panels/panel.ts'
import { racePanel } from './panels/race-panel.ts'
import { timeBar } from './panels/time-bar.ts'
import { transport } from './panels/transport.ts'
import { Playback, type Racer } from './playback.ts'
import type { ReplaySource } from './replay-source.ts'
import { thoughtLine } from './state/thought.ts'
import { viewOptions } from './state/view-options.ts'

/** After a longer frame (s), one view is drawn per frame instead of all. */
const SLOW_FRAME = 0.06

/** Shows several trials side by side, each in its own view, at the same tick. */
export async function showWall(
  page: HTMLElement,
  sources: readonly [ReplaySource, ...ReplaySource[]],
  overview: string | null,
): Promise<void> {
  const options = viewOptions(location.search)
  const playback = new Playback(sources, options)
  const help = keysDialog('wall')
  const brand = overview
    ? h('a', { class: 'brand', href: overview, title: 'All trials' }, '‹ Delver')
    : h('span', { class: 'brand' }, 'Delver')
  const title = h('h1', {}, 'Side by side')
  const views = h('div', { class: 'wall-views' })
  /** The view that is larger than the others; null for none. */
  let large: number | null = null
  function enlarge(view: number): void {
    large = large === view ? null : view
    for (const [i, { element }] of cells.entries()) element.classList.toggle('large', i === large)
    views.classList.toggle('has-large', large !== null)
    playback.follow(view)
  }
  const cells = playback.racers.map((racer, i) =>
    wallCell(playback, racer, () => enlarge(i), overview !== null),
  )
  const controls = transport(playback, () => help.showModal())
  const bar = timeBar(playback)
  const race = racePanel(playback)
  fill(views, ...cells.map(({ element }) => element))
  views.dataset.count = String(cells.length)
  page.className = 'trial race wall'
  fill(
    page,
    h('header', { class: 'headline' }, brand, title),
    views,
    h('section', { class: 'time', 'aria-label': 'Time' }, controls.element, bar.element),
    race.element,
    help,
  )
  listenToWallKeys(playback, enlarge, help)
  /** The view that is drawn next when frames are slow, and the time since each was drawn (s). */
  let next = 0
  const since = cells.map(() => 0)
  playback.onFrame((seconds) => {
    const isSlow = seconds > SLOW_FRAME
    for (const [i, cell] of cells.entries()) {
      since[i] = (since[i] ?? 0) + seconds
      if (isSlow && i !== next) continue
      cell.draw(since[i] ?? 0)
      since[i] = 0
    }
    if (isSlow) next = (next + 1) % cells.length
  })
  playback.onStep(() => {
    const { start } = playback.timeline.trial
    if (start && title.textContent === 'Side by side') {
      title.textContent = `${taskWords(start.settings.task)}: ${cells.length} trials side by side`
      document.title = `${title.textContent} · Delver`
    }
    for (const part of [...cells, controls, bar, race]) part.update(playback)
  })
  await playback.start()
}

/** The view of one trial, with its name and what its agent is doing. */
function wallCell(
  playback: Playback,
  racer: Racer,
  onEnlarge: () => void,
  isServed: boolean,
): Part & { draw(seconds: number): void } {
  const canvas = h('canvas', { 'aria-label': `The world around the agent of ${racer.name}` })
  const notice = h('p', { class: 'notice', role: 'status' })
  const stage = loadStage(canvas, notice, playback, viewOptions(location.search), racer)
  const dot = h('span', { class: 'dot' })
  dot.style.background = racer.colour
  const { id } = racer.source
  const name = h('a', { class: 'name' }, racer.name)
  const doing = h('p', { class: 'doing' })
  const follow = h('button', { type: 'button', class: 'follow', title: 'Enlarge' }, '⤢')
  follow.setAttribute('aria-label', `Enlarge ${racer.name}`)
  follow.addEventListener('click', onEnlarge)
  const element = h(
    'section',
    { class: 'stage', 'aria-label': racer.name },
    canvas,
    notice,
    h('p', { class: 'who' }, dot, name),
    follow,
    doing,
  )
  return {
    element,
    draw: (seconds) => stage.update(seconds),
    update({ head }) {
      const { timeline } = racer
      if (isServed && id !== null)
        name.href = `/trial/${encodeURIComponent(id)}#t=${Math.floor(head.tick)}`
      const text = thoughtLine(timeline.trial, timeline.view, Math.floor(head.tick))
      if (doing.textContent !== text) doing.textContent = text
      element.classList.toggle('ended', timeline.trial.end !== null)
      element.classList.toggle('success', timeline.trial.end?.end === 'success')
    },
  }
}
