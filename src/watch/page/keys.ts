import { h } from './dom.ts'
import type { StageHandle } from './load-stage.ts'
import type { FreeCamera } from './panels/free-camera.ts'
import type { MapPart } from './panels/map-panel.ts'
import type { Playback } from './playback.ts'
import type { Theatre } from './theatre.ts'

/** Ticks that an arrow key jumps. */
const STEP = 100

/** Radians that a key turns the camera. */
const TURN = 0.2

type KeyText = readonly [key: string, act: string]

/** The keys of the playback, as the page lists them. */
const PLAYBACK_KEYS: readonly KeyText[] = [
  ['Space', 'play or pause'],
  ['← →', '5 seconds back or forward'],
  [', .', '1 tick back or forward'],
  ['< >', 'slower or faster'],
  ['[ ]', 'previous or next milestone'],
  ['Home End', 'first or last tick'],
  ['L', 'follow the running trial'],
]

/** The keys of a page with one view. */
const VIEW_KEYS: readonly KeyText[] = [
  ...PLAYBACK_KEYS,
  ['V', 'third or first person'],
  ['K', 'how to draw what the agent does not know, or an x-ray'],
  ['M', 'map and section'],
  ['F', 'fill the window with the view'],
  ['W A S D', 'turn the camera'],
  ['C', 'free camera: W A S D Q E fly, drag to look'],
  ['P', 'free camera: key frame at this tick'],
  ['+ −', 'zoom in or out'],
  ['1 – 8', 'in a race, follow that agent'],
  ['?', 'show or hide this list'],
]

/** The keys of a page with several views. */
const WALL_KEYS: readonly KeyText[] = [
  ...PLAYBACK_KEYS,
  ['1 – 8', 'enlarge that view, or show all again'],
  ['?', 'show or hide this list'],
]

/** Handles the keys of the page; `help` is the dialog that lists them. */
export function listenToKeys(
  playback: Playback,
  stage: StageHandle,
  theatre: Theatre,
  map: MapPart,
  camera: FreeCamera,
  help: HTMLDialogElement,
): void {
  listen(
    new Map<string, () => unknown>([
      ...playbackActions(playback, help),
      ['v', () => stage.switchView()],
      ['k', () => stage.switchKnowledge()],
      ['m', () => map.toggle()],
      ['f', () => theatre.toggle()],
      ['a', () => camera.fly(-1, 0, 0) || stage.turn(-TURN, 0)],
      ['d', () => camera.fly(1, 0, 0) || stage.turn(TURN, 0)],
      ['w', () => camera.fly(0, 0, 1) || stage.turn(0, TURN)],
      ['s', () => camera.fly(0, 0, -1) || stage.turn(0, -TURN)],
      ['e', () => camera.fly(0, 1, 0)],
      ['q', () => camera.fly(0, -1, 0)],
      ['c', () => camera.toggle()],
      ['p', () => camera.addKey()],
      ['+', () => stage.zoom(1 / 1.2)],
      ['-', () => stage.zoom(1.2)],
    ]),
  )
}

/** Handles the keys of a page with several views. */
export function listenToWallKeys(
  playback: Playback,
  enlarge: (view: number) => void,
  help: HTMLDialogElement,
): void {
  const numbers = playback.racers.map((_, i) => [String(i + 1), () => enlarge(i)] as const)
  listen(new Map<string, () => unknown>([...playbackActions(playback, help), ...numbers]))
}

function playbackActions(
  playback: Playback,
  help: HTMLDialogElement,
): readonly (readonly [key: string, act: () => unknown])[] {
  return [
    [' ', () => playback.togglePlay()],
    ['ArrowLeft', () => playback.seek(playback.head.tick - STEP)],
    ['ArrowRight', () => playback.seek(playback.head.tick + STEP)],
    [',', () => playback.seek(playback.head.tick - 1)],
    ['.', () => playback.seek(playback.head.tick + 1)],
    ['<', () => playback.changeSpeed(-1)],
    ['>', () => playback.changeSpeed(1)],
    ['[', () => jump(playback, -1)],
    [']', () => jump(playback, 1)],
    ['Home', () => playback.seek(0)],
    ['End', () => playback.seek(Number.POSITIVE_INFINITY)],
    ['l', () => playback.goLive()],
    ['?', () => (help.open ? help.close() : help.showModal())],
  ]
}

function listen(actions: ReadonlyMap<string, () => unknown>): void {
  document.addEventListener('keydown', (press) => {
    if (press.ctrlKey || press.metaKey || press.altKey || usesKey(press)) return
    const act = actions.get(press.key.length === 1 ? press.key.toLowerCase() : press.key)
    if (!act) return
    press.preventDefault()
    act()
  })
}

/** Whether the focused element handles a key itself. */
function usesKey({ target, key }: KeyboardEvent): boolean {
  return key === ' ' && target instanceof HTMLElement && target.matches('button, summary, a')
}

function jump(playback: Playback, way: 1 | -1): void {
  const ticks = playback.timeline.milestones.map(({ tick }) => tick)
  const here = Math.floor(playback.head.tick)
  const next = way > 0 ? ticks.find((tick) => tick > here) : ticks.findLast((tick) => tick < here)
  if (next !== undefined) playback.seek(next)
}

/** The dialog that lists the keys of a page with one view, or with several. */
export function keysDialog(views: 'view' | 'wall' = 'view'): HTMLDialogElement {
  const keys = views === 'wall' ? WALL_KEYS : VIEW_KEYS
  const rows = keys.map(([key, act]) => h('div', {}, h('dt', {}, key), h('dd', {}, act)))
  const close = h('button', { type: 'button' }, 'Close')
  const dialog = h(
    'dialog',
    { class: 'help', 'aria-label': 'Keyboard shortcuts' },
    h('h2', {}, 'Keyboard shortcuts'),
    h('dl', {}, ...rows),
    close,
  )
  close.addEventListener('click', () => dialog.close())
  return dialog
}
