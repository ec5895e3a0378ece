import { taskWords } from '#events/titles'
import { fill, h } from './dom.ts'
import { keysDialog, listenToKeys } from './keys.ts'
import { loadStage } from './load-stage.ts'
import { bodyBars } from './panels/body-bars.ts'
import { depthGauge } from './panels/depth-gauge.ts'
import { freeCamera } from './panels/free-camera.ts'
import { hotbar } from './panels/hotbar.ts'
import { knowledgeButton } from './panels/knowledge-button.ts'
import { mapButton } from './panels/map-button.ts'
import { mapPanel } from './panels/map-panel.ts'
import { racePanel } from './panels/race-panel.ts'
import { thoughtPanel } from './panels/thought-panel.ts'
import { timeBar } from './panels/time-bar.ts'
import { transport } from './panels/transport.ts'
import { viewButton } from './panels/view-button.ts'
import { Playback } from './playback.ts'
import type { ReplaySource } from './replay-source.ts'
import { viewOptions } from './state/view-options.ts'
import { Theatre } from './theatre.ts'

/** Greatest number of trials that a number key can follow. */
const NUMBER_KEYS = 9

/** Shows several trials of one world at the same tick: one with its body, and the others as ghosts beside it. */
export async function showRace(
  page: HTMLElement,
  sources: readonly [ReplaySource, ...ReplaySource[]],
  overview: string | null,
): Promise<void> {
  const options = viewOptions(location.search)
  const playback = new Playback(sources, options)
  const canvas = h('canvas', { tabindex: 0, 'aria-label': 'The world around the agents' })
  const notice = h('p', { class: 'notice', role: 'status' })
  const help = keysDialog()
  const stage = loadStage(canvas, notice, playback, options)
  const title = h('h1', {}, 'Race')
  const brand = overview
    ? h('a', { class: 'brand', href: overview, title: 'All trials' }, '‹ Delver')
    : h('span', { class: 'brand' }, 'Delver')
  const [race, thought, controls, bar] = [
    racePanel(playback),
    thoughtPanel(playback),
    transport(playback, () => help.showModal()),
    timeBar(playback),
  ]
  const [bars, items, knowledge, view, depth] = [
    bodyBars(),
    hotbar(stage),
    knowledgeButton(stage),
    viewButton(stage),
    depthGauge(stage),
  ]
  const map = mapPanel(playback, stage)
  const camera = freeCamera(playback, stage, options.camera)
  page.className = options.isOverlay ? 'trial race overlay' : 'trial race'
  const theatre = new Theatre(page, options.isTheatre)
  fill(
    page,
    h('header', { class: 'headline' }, brand, title),
    h(
      'div',
      { class: 'stage-column' },
      thought.element,
      h(
        'section',
        { class: 'stage', 'aria-label': 'View' },
        canvas,
        notice,
        h('div', { class: 'low' }, bars.element, items.element),
        h(
          'div',
          { class: 'views' },
          mapButton(map),
          knowledge.element,
          camera.button,
          view.element,
        ),
        camera.element,
        depth.element,
      ),
      h('section', { class: 'time', 'aria-label': 'Time' }, controls.element, bar.element),
      map.element,
      race.element,
    ),
    help,
  )
  listenToKeys(playback, stage, theatre, map, camera, help)
  addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    const number = Number(key)
    if (ctrlKey || metaKey || altKey || !(number >= 1 && number <= NUMBER_KEYS)) return
    playback.follow(number - 1)
  })
  playback.onFrame((seconds) => stage.update(seconds))
  playback.onStep(() => {
    const { start } = playback.timeline.trial
    if (start && title.textContent === 'Race') {
      title.textContent = `Race: ${taskWords(start.settings.task)}, seed ${start.settings.seed}`
      document.title = `${title.textContent} · Delver`
    }
    for (const part of [
      race,
      thought,
      controls,
      bar,
      bars,
      items,
      knowledge,
      view,
      depth,
      map,
      camera,
    ])
      part.update(playback)
  })
  await playback.start()
}
