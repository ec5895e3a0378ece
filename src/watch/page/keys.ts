import { h } from './dom.ts'
import type { StageHandle } from './load-stage.ts'
import type { Player } from './player.ts'

/** Ticks that an arrow key goes. */
const STEP = 100

/** Radians that the camera turns at a key. */
const TURN = 0.2

/** What each key does, as the page lists it. */
const KEYS: readonly (readonly [key: string, act: string])[] = [
  ['Space', 'play or pause'],
  ['← →', 'five seconds back or on'],
  ['[ ]', 'the milestone before or after'],
  ['Home End', 'the first or the last tick'],
  ['L', 'follow the running trial'],
  ['V', 'from behind or through its eyes'],
  ['W A S D', 'turn the view'],
  ['+ −', 'nearer or further'],
  ['?', 'this list'],
]

/** Has keys work the page; `help` is the list of them. */
export function listenToKeys(player: Player, stage: StageHandle, help: HTMLDialogElement): void {
  const actions = new Map<string, () => void>([
    [' ', () => player.togglePlay()],
    ['ArrowLeft', () => player.seek(player.head.tick - STEP)],
    ['ArrowRight', () => player.seek(player.head.tick + STEP)],
    ['[', () => jump(player, -1)],
    [']', () => jump(player, 1)],
    ['Home', () => player.seek(0)],
    ['End', () => player.seek(Number.POSITIVE_INFINITY)],
    ['l', () => player.goLive()],
    ['v', () => stage.switchView()],
    ['a', () => stage.turn(-TURN, 0)],
    ['d', () => stage.turn(TURN, 0)],
    ['w', () => stage.turn(0, TURN)],
    ['s', () => stage.turn(0, -TURN)],
    ['+', () => stage.zoom(1 / 1.2)],
    ['-', () => stage.zoom(1.2)],
    ['?', () => (help.open ? help.close() : help.showModal())],
  ])
  document.addEventListener('keydown', (press) => {
    if (press.ctrlKey || press.metaKey || press.altKey || usesKey(press)) return
    const act = actions.get(press.key.length === 1 ? press.key.toLowerCase() : press.key)
    if (!act) return
    press.preventDefault()
    act()
  })
}

/** Whether the element that has the focus does something of its own with a key. */
function usesKey({ target, key }: KeyboardEvent): boolean {
  return key === ' ' && target instanceof HTMLElement && target.matches('button, summary, a')
}

function jump(player: Player, way: 1 | -1): void {
  const ticks = player.timeline.milestones.map(({ tick }) => tick)
  const here = Math.floor(player.head.tick)
  const next = way > 0 ? ticks.find((tick) => tick > here) : ticks.findLast((tick) => tick < here)
  if (next !== undefined) player.seek(next)
}

/** The list of keys. */
export function keysDialog(): HTMLDialogElement {
  const rows = KEYS.map(([key, act]) => h('div', {}, h('dt', {}, key), h('dd', {}, act)))
  const close = h('button', { type: 'button' }, 'Close')
  const dialog = h(
    'dialog',
    { class: 'help', 'aria-label': 'Keys' },
    h('h2', {}, 'Keys'),
    h('dl', {}, ...rows),
    close,
  )
  close.addEventListener('click', () => dialog.close())
  return dialog
}
