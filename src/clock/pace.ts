/** How fast simulated time may pass: as fast as the processor allows, or a factor of real time. */
export type Speed = 'max' | number

/**
 * How fast the time of a simulation passes, and whether it does. It may be changed while time passes
 * and makes no difference to what happens in it.
 */
export class Pace {
  #speed: Speed
  #free = false
  #pause: { readonly over: Promise<void>; end(): void } | null = null

  constructor(speed: Speed = 'max') {
    this.#speed = speed
  }

  get speed(): Speed {
    return this.#speed
  }

  get paused(): boolean {
    return this.#pause !== null
  }

  /** Lets time pass at this speed from now on. */
  run(speed: Speed): void {
    if (!this.#free) this.#speed = speed
    this.#pause?.end()
    this.#pause = null
  }

  /** Stops time until {@link run} or {@link release}. */
  pause(): void {
    if (this.#free || this.#pause) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#pause = { over: promise, end: resolve }
  }

  /** Lets time pass as fast as it can and holds it up no more, for what has to come to its end. */
  release(): void {
    this.run('max')
    this.#free = true
  }

  /** Waits as long as time is stopped. */
  async resumed(): Promise<void> {
    await this.#pause?.over
  }
}
