/** How fast simulated time may pass: as fast as the processor allows, or a factor of real time. */
export type Speed = 'max' | number

/** Slower than this a trial would seem to stand still: a tick in five seconds. */
export const SLOWEST = 0.01

/**
 * How fast the time of a simulation passes, and whether it does. It may be changed while time passes
 * and makes no difference to what happens in it.
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

  /** Lets time pass at this speed from now on. */
  run(speed: Speed): void {
    if (!this.#free) this.#speed = bounded(speed)
    this.#pause?.end()
    this.#pause = null
    this.#changed()
  }

  /** Stops time until {@link run} or {@link release}. */
  pause(): void {
    if (this.#free || this.#pause) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#pause = { over: promise, end: resolve }
    this.#changed()
  }

  /** Lets time pass as fast as it can and holds it up no more, for what has to come to its end. */
  release(): void {
    this.run('max')
    this.#free = true
  }

  /** Resolves at the next change of any kind. */
  get change(): Promise<void> {
    return this.#change.promise
  }

  #changed(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers()
  }

  /** Waits as long as time is stopped. */
  async resumed(): Promise<void> {
    await this.#pause?.over
  }
}

function bounded(speed: Speed): Speed {
  return speed === 'max' ? speed : Math.max(speed, SLOWEST)
}
