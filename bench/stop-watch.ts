import type { ControlState } from 'mineflayer'
import type { Vec3 } from 'vec3'
import type { CompanionStage } from './companion-stage.ts'

/** How the companion stopped. */
export interface Stop {
  /** Ticks from hearing "stop" until it pressed no key any more. */
  readonly released: number
  /** Ticks until it did not move any more, by the world; a player slides on for some ticks, and drifts in flowing water. */
  readonly still: number
  /** Blocks that it dug more than two ticks later, by the world. */
  readonly dug: number
  /** The last skill that began after the stop, such as a reflex; null for none. */
  readonly skill: string | null
}

/** Observation after each "stop" (ticks). */
const WATCH_TICKS = 50
const STILL = 0.003
const ALLOWED_TICKS = 2
const KEYS: readonly ControlState[] = [
  ...(['forward', 'back', 'left', 'right'] as const),
  ...(['jump', 'sprint', 'sneak'] as const),
]

/** Measures how fast the companion stops. */
export class StopWatch {
  readonly results: Stop[] = []
  readonly #stage: CompanionStage
  #saidBefore = 0
  #isArmed = false
  #speeds: number[] | null = null
  #begunAt = 0
  #released = 0
  #dug = 0
  #last: Vec3 | undefined

  constructor(stage: CompanionStage) {
    this.#stage = stage
    stage.world.game.level.on('change', (place) => {
      if (!this.#speeds || this.#speeds.length <= ALLOWED_TICKS || !stage.hasDug(place)) return
      this.#dug++
      const { x, y, z } = place
      console.log(`${stage.tick} dug ${x} ${y} ${z} after a stop`)
    })
  }

  /** An owner says "stop" now. */
  begin(): void {
    this.#isArmed = true
    this.#begunAt = this.#stage.tick
    this.#saidBefore = this.#stage.said.length
  }

  tick(): void {
    const position = this.#stage.player('Delver')?.position.clone()
    const last = this.#last
    this.#last = position
    if (this.#isArmed) {
      const fresh = this.#stage.said.slice(this.#saidBefore)
      if (!fresh.some(({ text }) => text.startsWith('I stand still'))) return
      this.#isArmed = false
      this.#speeds = []
      this.#released = 0
      this.#dug = 0
      return
    }
    if (!this.#speeds) return
    this.#speeds.push(position && last ? position.xzDistanceTo(last) : 0)
    const controls = this.#stage.body?.controls
    if (KEYS.some((key) => controls?.isPressed(key))) this.#released = this.#speeds.length
    if (this.#speeds.length < WATCH_TICKS) return
    const { name, tick } = this.#stage.lastSkill
    const skill = tick >= this.#begunAt ? name : null
    const still = this.#speeds.findLastIndex((speed) => speed > STILL) + 1
    const stop = { released: this.#released, still, dug: this.#dug, skill }
    this.results.push(stop)
    if (stop.released > ALLOWED_TICKS) {
      const speeds = this.#speeds.map((speed) => speed.toFixed(2)).join(' ')
      console.log(`${this.#stage.tick} late stop, ${name}: ${speeds}`)
    }
    this.#speeds = null
  }
}
