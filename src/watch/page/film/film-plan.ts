import { TICKS_PER_SECOND } from '../state/game-time.ts'

/** A stretch of a film: it shows the ticks from one to another, evenly. */
interface Scene {
  readonly from: number
  readonly to: number
  readonly seconds: number
}

/** What a film shows. */
export interface FilmPlan {
  /** Its length (s). */
  readonly seconds: number
  /** The tick that it shows at a time (s). */
  tickAt(time: number): number
  /** How many times faster than the game it runs at a time (s). */
  speedAt(time: number): number
}

/** Real time around each milestone: before and after it (ticks). */
const BEFORE = 14
const AFTER = 10

/** The end stays for this long, for the result (s). */
const END_SECONDS = 2.5

/** Greatest share of the film that milestones take. */
const MAX_SHARE = 0.6

/**
 * A film of a whole trial: its milestones in real time, and what lies between them as fast as the length asks for.
 * @param milestones Their ticks, in order.
 * @param end The last tick.
 * @param seconds Length of the film.
 */
export function trialFilm(milestones: readonly number[], end: number, seconds: number): FilmPlan {
  const acting = Math.max(1, seconds - END_SECONDS)
  if (end <= acting * TICKS_PER_SECOND) return filmOf([{ from: 0, to: end, seconds: acting }])
  const slow: { from: number; to: number }[] = []
  for (const tick of milestones) {
    const [from, to] = [Math.max(0, tick - BEFORE), Math.min(end, tick + AFTER)]
    const last = slow.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else slow.push({ from, to })
  }
  const slowTicks = slow.reduce((sum, { from, to }) => sum + to - from, 0)
  const slowSeconds = Math.min(slowTicks / TICKS_PER_SECOND, MAX_SHARE * acting)
  const fastTicks = Math.max(1, end - slowTicks)
  const scenes: Scene[] = []
  let at = 0
  const add = (to: number, isSlow: boolean) => {
    const ticks = to - at
    const share = isSlow ? slowSeconds / slowTicks : (acting - slowSeconds) / fastTicks
    if (ticks > 0) scenes.push({ from: at, to, seconds: ticks * share })
    at = to
  }
  for (const { from, to } of slow) {
    add(from, false)
    add(to, true)
  }
  add(end, false)
  return filmOf(scenes)
}

/** A film of a part of a trial, at one speed (multiples of real time). */
export function partFilm(from: number, to: number, speed: number): FilmPlan {
  const seconds = Math.max(0, to - from) / TICKS_PER_SECOND / speed
  return filmOf([{ from, to, seconds }], 0)
}

function filmOf(scenes: readonly Scene[], rest = END_SECONDS): FilmPlan {
  const acting = scenes.reduce((sum, { seconds }) => sum + seconds, 0)
  const sceneAt = (time: number) => {
    let start = 0
    for (const scene of scenes) {
      if (time < start + scene.seconds) return { scene, start }
      start += scene.seconds
    }
    return null
  }
  return {
    seconds: acting + rest,
    tickAt(time) {
      const found = sceneAt(Math.max(0, time))
      if (!found) return scenes.at(-1)?.to ?? 0
      const { scene, start } = found
      return scene.from + ((time - start) / scene.seconds) * (scene.to - scene.from)
    },
    speedAt(time) {
      const scene = sceneAt(Math.max(0, time))?.scene
      return scene ? (scene.to - scene.from) / scene.seconds / TICKS_PER_SECOND : 0
    },
  }
}
