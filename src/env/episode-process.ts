import { type ChildProcess, spawn } from 'node:child_process'
import type { EpisodeMessage, EpisodeOrder } from './episode-messages.ts'
import { errorReply } from './replies.ts'
import type { StepRequest } from './requests.ts'

/** Maximum number of episodes of a process, which bounds memory leaks. */
const MAX_EPISODES = 50
/** Time to end an episode before the process is killed (ms). */
const PATIENCE_MS = 10_000

/**
 * A process that plays episodes, one after another. Its standard output is ignored: that of the command belongs to the
 * protocol.
 */
export class EpisodeProcess {
  readonly #child: ChildProcess
  readonly #gone: Promise<string>
  #isGone = false
  #isReusable: boolean | null = true
  #episodes = 0

  /** @param command Program and arguments of a process that answers orders and requests on its IPC channel. */
  constructor([file, ...args]: readonly [file: string, ...args: string[]]) {
    this.#child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    this.#gone = new Promise((resolve) => {
      const leave = (how: string) => {
        this.#isGone = true
        resolve(how)
      }
      this.#child.once('error', ({ message }) => leave(`it cannot start (${message})`))
      this.#child.once('close', (code, signal) => leave(signal ?? `exit code ${code}`))
    })
  }

  /** Whether another episode may begin here. */
  get isFree(): boolean {
    return !this.#isGone && this.#isReusable === true && this.#episodes < MAX_EPISODES
  }

  /** Whether an episode is being played. */
  get isPlaying(): boolean {
    return !this.#isGone && this.#isReusable === null
  }

  /** Sends an order or a request; the answer of a process that ends is an error. One is sent at a time. */
  async ask(message: EpisodeOrder | StepRequest): Promise<EpisodeMessage['reply']> {
    if (message.type === 'order') this.#episodes++
    const answered = Promise.withResolvers<EpisodeMessage>()
    const onMessage = (answer: unknown) => answered.resolve(answer as EpisodeMessage)
    this.#child.once('message', onMessage)
    // Sending to a process that has ended fails, which its end reports.
    if (!this.#isGone) this.#child.send(message, () => {})
    const ended = this.#gone.then((how) => ({
      reply: errorReply('crash', `the process of the episode ended: ${how}; send reset`),
      isReusable: false,
    }))
    const { reply, isReusable } = await Promise.race([answered.promise, ended])
    this.#child.off('message', onMessage)
    this.#isReusable = isReusable
    return reply
  }

  /** Asks the process to end its episode early. */
  stop(): void {
    this.#child.kill('SIGTERM')
  }

  /** Ends the process; an episode that is being played is interrupted. */
  async leave(): Promise<void> {
    this.stop()
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), PATIENCE_MS)
    await this.#gone
    clearTimeout(timer)
  }
}
