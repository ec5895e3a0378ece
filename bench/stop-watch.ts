import type { Vec3 } from 'vec3'
import type { CompanionStage } from './companion-stage.ts'

/** How the companion stopped. */
export interface Stop {
  /** Ticks from hearing "stop" until it pressed no key any more. */
  readonly released: number
  /** Ticks until it did not move any more; a player slides on for some ticks. */
  readonly still: number
  /** Blocks near it that became air more than two ticks later. */
  readonly dug: number
  /** The skill that began during the observation, such as a reflex; null for none. */
  readonly skill: string | null
}

/** Observation after each "stop" (ticks). */
const WATCH_TICKS = 50
/** Without a key, a player keeps 0.546 of its speed in a tick on the ground, and 0.91 in the air. */
const SLIDE = 0.92
const STILL = 0.003
/** Reach of a player (blocks). */
const REACH = 5
const ALLOWED_TICKS = 2
const UNTOUCHED = /leaves|water|lava|grass$|fern|fire/

/** Measures by the world how fast the companion stops. */
export class StopWatch {
  readonly results: Stop[] = []
  readonly #stage: CompanionStage
  #saidBefore = 0
  #isArmed = false
  #speeds: number[] | null = null
  #dug = 0
  #last: Vec3 | undefined

  constructor(stage: CompanionStage) {
    this.#stage = stage
    const { level, registry } = stage.world.game
    level.on('change', ({ x, y, z, before, after }) => {
      if (!this.#speeds || this.#speeds.length <= ALLOWED_TICKS || !this.#last) return
      const distance = Math.hypot(x - this.#last.x, y - this.#last.y, z - this.#last.z)
      const isDug = registry.blockName(after) === 'air'
      // Leaves decay by themselves, and liquids flow.
      if (distance > REACH || !isDug || UNTOUCHED.test(registry.blockName(before))) return
      this.#dug++
      console.log(`${stage.tick} dug ${registry.blockName(before)} after a stop`)
    })
  }

  /** An owner says "stop" now. */
  begin(): void {
    this.#isArmed = true
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
      this.#dug = 0
      return
    }
    if (!this.#speeds) return
    this.#speeds.push(position && last ? position.xzDistanceTo(last) : 0)
    if (this.#speeds.length < WATCH_TICKS) return
    const { name, tick } = this.#stage.lastSkill
    const skill = tick > this.#stage.tick - WATCH_TICKS ? name : null
    const stop = { ...measured(this.#speeds), dug: this.#dug, skill }
    this.results.push(stop)
    if (stop.released > ALLOWED_TICKS) {
      const speeds = this.#speeds.map((speed) => speed.toFixed(2)).join(' ')
      console.log(`${this.#stage.tick} late stop, ${name}: ${speeds}`)
    }
    this.#speeds = null
  }
}

function measured(speeds: readonly number[]): Pick<Stop, 'released' | 'still'> {
  const driven = speeds.findLastIndex(
    (speed, index) => speed > SLIDE * (speeds[index - 1] ?? Infinity) + STILL,
  )
  const moving = speeds.findLastIndex((speed) => speed > STILL)
  return { released: driven + 1, still: moving + 1 }
}
