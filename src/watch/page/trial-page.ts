import { fill, h } from './dom.ts'
import { keysDialog, listenToKeys } from './keys.ts'
import { loadStage } from './load-stage.ts'
import { bodyBars } from './panels/body-bars.ts'
import { callsPanel } from './panels/calls-panel.ts'
import { candidatesPanel } from './panels/candidates-panel.ts'
import { depthGauge } from './panels/depth-gauge.ts'
import { endCard } from './panels/end-card.ts'
import { failurePanel } from './panels/failure-panel.ts'
import { feedPanel } from './panels/feed-panel.ts'
import { freeCamera } from './panels/free-camera.ts'
import { headline } from './panels/headline.ts'
import { hotbar } from './panels/hotbar.ts'
import { inventoryPanel } from './panels/inventory-panel.ts'
import { knowledgeButton } from './panels/knowledge-button.ts'
import { mapButton } from './panels/map-button.ts'
import { mapPanel } from './panels/map-panel.ts'
import { nowPanel } from './panels/now-panel.ts'
import { orderBox } from './panels/order-box.ts'
import { planPanel } from './panels/plan-panel.ts'
import { recursionPanel } from './panels/recursion-panel.ts'
import { splitsPanel } from './panels/splits-panel.ts'
import { thoughtPanel } from './panels/thought-panel.ts'
import { timeBar } from './panels/time-bar.ts'
import { transport } from './panels/transport.ts'
import { viewButton } from './panels/view-button.ts'
import { Playback } from './playback.ts'
import type { ReplaySource } from './replay-source.ts'
import { viewOptions } from './state/view-options.ts'
import { Theatre } from './theatre.ts'

/** Shows one trial: the world, and the agent's plan, choices, failures and events. */
export async function showTrial(
  page: HTMLElement,
  source: ReplaySource,
  overview: string | null,
): Promise<void> {
  const options = viewOptions(location.search)
  const playback = new Playback([source], options)
  const canvas = h('canvas', { tabindex: 0, 'aria-label': 'The world around the agent' })
  const notice = h('p', { class: 'notice', role: 'status' })
  const thought = thoughtPanel(playback)
  const now = nowPanel()
  const bars = bodyBars()
  const bar = timeBar(playback)
  const help = keysDialog()
  const controls = transport(playback, () => help.showModal())
  const stage = loadStage(canvas, notice, playback, options)
  const view = viewButton(stage)
  const items = hotbar(stage)
  const knowledge = knowledgeButton(stage)
  const depth = depthGauge(stage)
  const map = mapPanel(playback, stage)
  const camera = freeCamera(playback, stage, options.camera)
  const card = endCard(playback)
  const head = headline(overview)
  const panels = [
    planPanel(playback),
    splitsPanel(playback),
    candidatesPanel((place) => stage.highlight(place)),
    failurePanel(),
    recursionPanel(),
    callsPanel(source),
    inventoryPanel(),
    feedPanel(),
  ]
  const [plan, splits, candidates, failure, recursion, calls, inventory, feed] = panels.map(
    ({ element }) => element,
  )
  page.className = options.isOverlay ? 'trial overlay' : 'trial'
  const theatre = new Theatre(page, options.isTheatre)
  fill(
    page,
    head.element,
    h(
      'div',
      { class: 'columns' },
      h(
        'div',
        { class: 'stage-column' },
        thought.element,
        h(
          'section',
          { class: 'stage', 'aria-label': 'View' },
          canvas,
          now.element,
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
          card.element,
        ),
        h('section', { class: 'time', 'aria-label': 'Time' }, controls.element, bar.element),
        map.element,
        orderBox(source.isLive),
        inventory,
      ),
      h('div', { class: 'side-column' }, plan, splits, candidates, failure, recursion, feed, calls),
    ),
    help,
  )
  /** In place of the view of a trial without a recording, shows what the agent is about. */
  function showTasks(main: HTMLElement | undefined): void {
    const stageColumn = page.querySelector('.stage-column')
    if (!main || !stageColumn || main.parentElement === stageColumn) return
    if (plan && plan.parentElement === stageColumn)
      page.querySelector('.side-column')?.prepend(plan)
    stageColumn.querySelector('.stage')?.after(main)
  }

  listenToKeys(playback, stage, theatre, map, camera, help)
  playback.onFrame((seconds) => stage.update(seconds))
  playback.onStep(() => {
    // The recording of a running trial starts only when the agent has joined.
    const isUnrecorded = playback.isReady && playback.isOver && !playback.timeline.header
    page.classList.toggle('unrecorded', isUnrecorded)
    if (isUnrecorded) showTasks(playback.timeline.trial.tasks.length > 0 ? recursion : plan)
    for (const part of [
      head,
      thought,
      now,
      bars,
      bar,
      controls,
      view,
      items,
      knowledge,
      depth,
      map,
      camera,
      card,
      ...panels,
    ])
      part.update(playback)
  })
  await playback.start()
}
