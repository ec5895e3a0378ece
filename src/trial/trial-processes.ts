import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import type { TrialOrder } from './trial-order.ts'

/** Message of a process that has written the result of its trial and can play another. */
export const READY = 'ready'

/** Maximum number of trials of a process, which bounds memory leaks. */
const MAX_TRIALS = 50

/** Maximum length of the kept part of a process's stderr (characters). */
const MAX_KEPT_STDERR = 600

/** How a process ended during a trial. */
export interface ProcessEnd {
  /** Null, as the signal, when the process could not start. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Whether the process was killed because the trial took too long. */
  readonly timedOut: boolean
  /** The end of the process's stderr during the trial, or why the process could not start. */
  readonly words: string
}

/**
 * The child processes that play a campaign's trials, one trial each at a time. A process whose trial ended well plays the
 * next one, which saves loading and compiling the code again.
 */
export class TrialProcesses {
  readonly #command: readonly [file: string, ...args: string[]]
  readonly #idle = new Set<TrialProcess>()

  /**
   * @param command Program and arguments of a process that plays the trials that arrive on its IPC channel, a
   * {@link TrialOrder} each.
   */
  constructor(command: readonly [file: string, ...args: string[]]) {
    this.#command = command
  }

  /**
   * Plays a trial in an idle process, or in a new one.
   * @param wallLimitMs Limit of wall-clock time.
   * @param signal Asks the process to end the trial early.
   * @returns null when the process is ready for another trial, otherwise how it ended. The result of the trial is in its
   * folder.
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
    if (one.trials < MAX_TRIALS) this.#idle.add(one)
    else one.leave()
    return null
  }

  /** Ends the idle processes. */
  close(): void {
    for (const one of this.#idle) one.leave()
    this.#idle.clear()
  }
}

class TrialProcess {
  readonly #child: ChildProcess
  /** Resolves when the process has ended. */
  readonly #gone: Promise<Omit<ProcessEnd, 'timedOut'>>
  #words = ''
  /** Number of started trials. */
  trials = 0

  constructor([file, ...args]: readonly [string, ...string[]], onEnd: (one: TrialProcess) => void) {
    // Stderr is kept for crashes. The IPC channel carries the trials, and its end tells the child that this process is gone.
    const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', 'ipc']
    this.#child = spawn(file, args, { stdio })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#words = (this.#words + text).slice(-MAX_KEPT_STDERR)
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
    // Sending to a process that has ended fails, which its end reports.
    this.#child.send(order, () => {})
    const end = await Promise.race([ready, this.#gone])
    this.#child.off('message', onMessage)
    signal.removeEventListener('abort', stop)
    clearTimeout(limit)
    return end && { ...end, timedOut }
  }

  /** Ends an idle process. */
  leave(): void {
    this.#child.kill('SIGTERM')
  }
}
