import { type CameraKey, cameraPath } from '../../camera-path.ts'
import { TICKS_PER_SECOND } from './game-time.ts'

/** What an address asks the page to show, besides the trial: `?view=first&speed=16&play=1`. */
export interface ViewOptions {
  readonly view: 'third' | 'first'
  /** Speed of the replay (multiples of real time); null for the default. */
  readonly speed: number | null
  /** Whether the replay plays from the tick in the address, instead of pausing there. */
  readonly plays: boolean
  /** Whether the view fills the window. */
  readonly isTheatre: boolean
  /** Whether only text is shown, on a transparent page, for a film that shows the world itself. */
  readonly isOverlay: boolean
  /** The way of a free camera; empty for the camera that follows the agent. */
  readonly camera: readonly CameraKey[]
}

/** Range of speeds that an address may set. */
const MIN_SPEED = 0.1
const MAX_SPEED = 1000

/** Reads the query of an address. Values that it cannot read count as absent. */
export function viewOptions(query: string): ViewOptions {
  const values = new URLSearchParams(query)
  const speed = Number(values.get('speed') ?? Number.NaN)
  return {
    view: values.get('view') === 'first' ? 'first' : 'third',
    speed: speed >= MIN_SPEED && speed <= MAX_SPEED ? speed : null,
    plays: values.get('play') === '1',
    isTheatre: values.get('theatre') === '1',
    isOverlay: values.get('overlay') === '1',
    camera: cameraPath(values.get('camera')),
  }
}

/** The tick in the fragment of an address: `#t=1200`, or `#t=1:10` in game time; null for none. */
export function tickIn(fragment: string): number | null {
  const [, ticks] = /^#t=(\d{1,9})$/.exec(fragment) ?? []
  if (ticks !== undefined) return Number(ticks)
  const [, minutes, seconds] = /^#t=(\d{1,5}):(\d{2})$/.exec(fragment) ?? []
  if (minutes === undefined) return null
  return (Number(minutes) * 60 + Number(seconds)) * TICKS_PER_SECOND
}
