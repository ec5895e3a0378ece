import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { NoServer } from '#trial/errors'
import type {
  AgentService,
  AgentsOptions,
  FromAgents,
  JobView,
  Method,
  ToAgents,
} from './protocol.ts'

/** Agents in their own thread, which share one world. */
export class Agents {
  /** Minecraft version of the world. */
  readonly version: string
  /** Address of the world's server. */
  readonly address: string
  /** Names of the agents. */
  readonly names: readonly string[]
  readonly #worker: Worker
  readonly #calls: Calls
  readonly #jobs = new Map<string, JobView>()
  readonly #listeners = new Set<(job: JobView) => void>()

  private constructor(
    worker: Worker,
    calls: Calls,
    names: readonly string[],
    { version, address }: { version: string; address: string },
  ) {
    this.#worker = worker
    this.#calls = calls
    this.names = names
    this.version = version
    this.address = address
  }

  /**
   * Opens the world and lets the agents join.
   * @param onNotice called with unexpected errors of the thread, as text.
   * @throws NoServer when the server does not answer, or the practice world cannot start.
   */
  static async start(options: AgentsOptions, onNotice: (text: string) => void): Promise<Agents> {
    const worker = new Worker(
      new URL(`./agent-worker${extname(import.meta.url)}`, import.meta.url),
      // Standard output belongs to the protocol.
      { workerData: options, stdout: true, stderr: true },
    )
    worker.stdout.on('data', (chunk: Buffer) => onNotice(String(chunk)))
    worker.stderr.on('data', (chunk: Buffer) => onNotice(String(chunk)))
    const calls = new Calls((message) => worker.postMessage(message))
    const ready = Promise.withResolvers<Extract<FromAgents, { type: 'ready' }>>()
    let agents: Agents | undefined
    worker.on('message', (message: FromAgents) => {
      if (message.type === 'ready') ready.resolve(message)
      else if (message.type === 'failed')
        ready.reject(message.expected ? new NoServer(message.reason) : new Error(message.reason))
      else if (message.type === 'notice') onNotice(message.text)
      else if (message.type === 'job') agents?.onJobChange(message.job)
      else calls.settle(message)
    })
    worker.on('error', (error) => {
      onNotice(String(error.stack ?? error))
      ready.reject(error)
      calls.fail('the thread of the agents has crashed; restart delver mcp')
    })
    worker.on('exit', () => calls.fail('the agents have left'))
    agents = new Agents(worker, calls, options.usernames, await ready.promise)
    return agents
  }

  /** One agent by its name. */
  agent(name: string): AgentService {
    const call =
      (method: Method) =>
      (...args: readonly unknown[]) =>
        this.#calls.make(name, method, args)
    return new Proxy({} as AgentService, { get: (_, method: Method) => call(method) })
  }

  /** The latest job of an agent with this number; undefined if it never began. */
  job(agent: string, id: number): JobView | undefined {
    return this.#jobs.get(`${agent}:${id}`)
  }

  /** The job that an agent began last; undefined if none began. */
  latestJob(agent: string): JobView | undefined {
    return [...this.#jobs.values()].findLast((job) => job.agent === agent)
  }

  /** Calls a handler at each change of a job. */
  onJob(handler: (job: JobView) => void): () => void {
    this.#listeners.add(handler)
    return () => this.#listeners.delete(handler)
  }

  /** Remembers a job as it is now. */
  onJobChange(job: JobView): void {
    const key = `${job.agent}:${job.id}`
    if (this.#jobs.get(key)?.report) return
    this.#jobs.set(key, job)
    const oldest = this.#jobs.keys().next().value
    if (this.#jobs.size > MAX_JOBS && oldest !== undefined) this.#jobs.delete(oldest)
    for (const listener of this.#listeners) listener(job)
  }

  /** Lets the agents leave, and ends their thread. */
  async close(): Promise<void> {
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.postMessage({ type: 'close' } satisfies ToAgents)
    const timer = setTimeout(() => void this.#worker.terminate(), CLOSE_MS)
    await exited
    clearTimeout(timer)
  }
}

/** Number of jobs that are remembered. */
const MAX_JOBS = 100
/** Time for the agents to leave (ms). */
const CLOSE_MS = 5000

/** Calls that wait for an answer of the thread. */
class Calls {
  readonly #send: (message: ToAgents) => void
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #last = 0
  #failure: string | undefined

  constructor(send: (message: ToAgents) => void) {
    this.#send = send
  }

  make(agent: string, method: Method, args: readonly unknown[]): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(new Error(this.#failure))
    const id = ++this.#last
    const call = Promise.withResolvers<unknown>()
    this.#waiting.set(id, call)
    this.#send({ type: 'call', id, agent, method, args })
    return call.promise
  }

  settle(message: Extract<FromAgents, { type: 'answer' | 'error' }>): void {
    const call = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.type === 'answer') call?.resolve(message.value)
    else call?.reject(new Error(message.reason))
  }

  /** Lets all calls fail, those to come included. */
  fail(reason: string): void {
    this.#failure ??= reason
    for (const call of this.#waiting.values()) call.reject(new Error(this.#failure))
    this.#waiting.clear()
  }
}
