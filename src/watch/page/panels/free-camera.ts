import { counted } from '#wire/wording'
import { type CameraKey, cameraAt, cameraPathText, withKey } from '../../camera-path.ts'
import { h } from '../dom.ts'
import type { StageHandle } from '../load-stage.ts'
import type { Playback } from '../playback.ts'
import type { Part } from './panel.ts'

/** A step of a key through the world (blocks). */
const STEP = 1.2

/** The free camera: the user flies it, and it follows the key frames that the user has set. */
export interface FreeCamera extends Part {
  readonly button: HTMLElement
  toggle(): void
  /** Sets a key frame at the shown tick. */
  addKey(): void
  /** Flies to the right, up and forward, in steps. @returns False if the camera is not free. */
  fly(right: number, up: number, forward: number): boolean
}

/** @param first The key frames in the page's address. */
export function freeCamera(
  playback: Playback,
  stage: StageHandle,
  first: readonly CameraKey[],
): FreeCamera {
  let keys = first
  let shownTick = -1
  let isStarted = first.length === 0
  const status = h('span', { role: 'status' })
  const add = h('button', { type: 'button', title: 'Key frame at this tick (P)' }, 'Add key frame')
  const clear = h('button', { type: 'button' }, 'Clear')
  const button = h('button', { type: 'button', title: 'Free camera (C)' }, 'Free camera')
  const element = h('div', { class: 'free-camera', hidden: true }, status, add, clear)
  const camera: FreeCamera = {
    element,
    button,
    toggle() {
      stage.detach(stage.freePlace === null)
    },
    addKey() {
      const place = stage.freePlace
      if (place) write(withKey(keys, { tick: Math.floor(playback.head.tick), ...place }))
    },
    fly(right, up, forward) {
      if (stage.freePlace === null) return false
      stage.fly(STEP * right, STEP * up, STEP * forward)
      return true
    },
    update({ head }) {
      const start = keys[0]
      if (!isStarted && start && stage.isDrawing) {
        isStarted = true
        stage.place(cameraAt(keys, head.tick) ?? start)
      }
      const isFree = stage.freePlace !== null
      element.hidden = !isFree
      button.setAttribute('aria-pressed', String(isFree))
      clear.hidden = keys.length === 0
      const text = keys.length === 0 ? 'Free camera' : counted(keys.length, 'key frame')
      if (status.textContent !== text) status.textContent = text
    },
  }

  /** Keeps key frames, and puts them into the page's address. */
  function write(next: readonly CameraKey[]): void {
    keys = next
    const values = new URLSearchParams(location.search)
    if (keys.length > 0) values.set('camera', cameraPathText(keys))
    else values.delete('camera')
    const query = values.toString()
    const address = location.pathname + (query && `?${query}`) + location.hash
    history.replaceState(history.state, '', address)
  }

  playback.onFrame(() => {
    const { tick } = playback.head
    if (tick === shownTick || stage.freePlace === null) return
    shownTick = tick
    const place = cameraAt(keys, tick)
    if (place) stage.place(place)
  })
  button.addEventListener('click', () => camera.toggle())
  add.addEventListener('click', () => camera.addKey())
  clear.addEventListener('click', () => write([]))
  return camera
}
