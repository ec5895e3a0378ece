/** Speed of simulated time: as fast as the processor allows, or a factor of real time. */
export type Speed = 'max' | number

/** Lowest speed: one tick in five seconds. */
export const MIN_SPEED = 0.01

/**
 * Speed and pauses of a simulation. They can change at any time, and do not affect what happens in the simulation.
 */
export class Pace {
  #speed: Speed
  #free = false
  #pause: { readonly over: Promise<void>; end(): void } | null = null
  #change = Promise.withResolvers<void>()

  constructor(speed: Speed = 'max') {
    this.#speed = bounded(speed)
  }

  get speed(): Speed {
    return this.#speed
  }

  get paused(): boolean {
    return this.#pause !== null
  }

  /** Runs at a speed from now on. */
  run(speed: Speed): void {
    if (!this.#free) this.#speed = bounded(speed)
    this.#pause?.end()
    this.#pause = null
    this.#changed()
  }

  /** Pauses time until {@link run} or {@link release}. */
  pause(): void {
    if (this.#free || this.#pause) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#pause = { over: promise, end: resolve }
    this.#changed()
  }

  /** Runs at full speed for good, so that a trial can finish. */
  release(): void {
    this.run('max')
    this.#free = true
  }

  /** Resolves at the next change. */
  get change(): Promise<void> {
    return this.#change.promise
  }

  #changed(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers()
  }

  /** Waits while time is paused. */
  async resumed(): Promise<void> {
    await this.#pause?.over
  }
}

function bounded(speed: Speed): Speed {
  return speed === 'max' ? speed : Math.max(speed, MIN_SPEED)
}
