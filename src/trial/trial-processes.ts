import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import type { TrialOrder } from './trial-order.ts'

/** What a process says when the result of its trial is written and it may play another. */
export const READY = 'ready'

/** How many trials a process plays at most, so that nothing in it can pile up. */
const MOST_TRIALS = 50

/** How much of what a process prints is kept (characters). */
const LAST_WORDS = 600

/** How a process ended in the course of a trial. */
export interface ProcessEnd {
  /** Neither this nor a signal when it could not be started. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Whether it was killed because the trial took too long. */
  readonly timedOut: boolean
  /** What it printed last during the trial, or why it could not be started. */
  readonly words: string
}

/**
 * The processes that play a campaign's trials. One whose trial ended well plays the next: what it has loaded and
 * compiled serves again. Each plays one trial at a time, and as many run as trials are played at once.
 */
export class TrialProcesses {
  readonly #command: readonly [file: string, ...args: string[]]
  readonly #idle = new Set<TrialProcess>()

  /**
   * @param command Program and arguments of a process that plays the trials that its channel tells of (a {@link TrialOrder}
   * each).
   */
  constructor(command: readonly [file: string, ...args: string[]]) {
    this.#command = command
  }

  /**
   * Has a trial played.
   * @param wallLimitMs Longest wall-clock time for it.
   * @param signal Asks the process to end the trial early.
   * @returns null when the process is ready for another trial, otherwise how it ended. In either case the trial's folder
   * says what became of the trial.
   */
  async play(
    order: TrialOrder,
    wallLimitMs: number,
    signal: AbortSignal,
  ): Promise<ProcessEnd | null> {
    const [idle] = this.#idle
    const one = idle ?? new TrialProcess(this.#command, (ended) => this.#idle.delete(ended))
    this.#idle.delete(one)
    const end = await one.play(order, wallLimitMs, signal)
    if (end) return end
    if (one.trials < MOST_TRIALS) this.#idle.add(one)
    else one.leave()
    return null
  }

  /** Lets the processes go that wait for a trial. */
  close(): void {
    for (const one of this.#idle) one.leave()
    this.#idle.clear()
  }
}

class TrialProcess {
  readonly #child: ChildProcess
  /** Settles when the process is gone. */
  readonly #gone: Promise<Omit<ProcessEnd, 'timedOut'>>
  #words = ''
  /** How many trials it has begun. */
  trials = 0

  constructor([file, ...args]: readonly [string, ...string[]], onEnd: (one: TrialProcess) => void) {
    // What it says before a crash is kept; the channel tells it of trials, and when this process is gone.
    const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', 'ipc']
    this.#child = spawn(file, args, { stdio })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#words = (this.#words + text).slice(-LAST_WORDS)
    })
    this.#gone = new Promise((resolve) => {
      this.#child.once('error', ({ message }) =>
        resolve({ code: null, signal: null, words: message }),
      )
      this.#child.once('close', (code, signal) =>
        resolve({ code, signal, words: this.#words.trim() }),
      )
    })
    this.#gone.then(() => onEnd(this))
  }

  async play(
    order: TrialOrder,
    wallLimitMs: number,
    signal: AbortSignal,
  ): Promise<ProcessEnd | null> {
    this.trials++
    this.#words = ''
    let timedOut = false
    const limit = setTimeout(() => {
      timedOut = true
      this.#child.kill('SIGKILL')
    }, wallLimitMs)
    const stop = () => this.#child.kill('SIGTERM')
    signal.addEventListener('abort', stop)
    const { promise: ready, resolve } = Promise.withResolvers<null>()
    const onMessage = (message: unknown) => {
      if (message === READY) resolve(null)
    }
    this.#child.on('message', onMessage)
    // That nothing can be sent to a process that is gone is no matter: its end tells.
    this.#child.send(order, () => {})
    const end = await Promise.race([ready, this.#gone])
    this.#child.off('message', onMessage)
    signal.removeEventListener('abort', stop)
    clearTimeout(limit)
    return end && { ...end, timedOut }
  }

  /** Has the process end, which waits for a trial. */
  leave(): void {
    this.#child.kill('SIGTERM')
  }
}
