import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))

/** A reply as a client reads it. */
export type Reply = Record<string, unknown> & {
  readonly type: string
  readonly kind?: string
  readonly message?: string
  readonly reward?: number
  readonly terminated?: boolean
  readonly truncated?: boolean
  readonly observation?: {
    readonly tick: number
    readonly ticksLeft: number
    readonly inventory: Record<string, number>
    readonly body: object | null
    readonly sources: readonly { readonly kind: string }[]
    readonly text: string
  }
  readonly info?: {
    readonly goal?: string | null
    readonly failure?: { readonly kind: string; readonly detail: string } | null
    readonly end?: string | null
    readonly ticks?: number
    readonly milestones?: readonly string[]
    readonly folder?: string | null
  }
}

/** A client of `delver env`, which talks to a real process. */
export class EnvClient {
  readonly child: ChildProcess
  readonly exit: Promise<number | null>
  readonly #lines: AsyncIterator<string>
  stderr = ''

  constructor(...args: readonly string[]) {
    const child = spawn(process.execPath, [LAUNCHER, 'env', ...args], { stdio: 'pipe' })
    this.child = child
    this.exit = new Promise((resolve) => child.once('close', resolve))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
    })
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  }

  /** Writes a line as it is, without waiting for an answer. */
  write(line: string | Buffer): void {
    this.child.stdin?.write(line)
    this.child.stdin?.write('\n')
  }

  /** The next line. */
  async read(): Promise<Reply> {
    const { value, done } = await this.#lines.next()
    if (done) throw new Error(`delver env has ended: ${this.stderr}`)
    return JSON.parse(value) as Reply
  }

  ask(request: object | string): Promise<Reply> {
    this.write(typeof request === 'string' ? request : JSON.stringify(request))
    return this.read()
  }

  act(goal: string | object): Promise<Reply> {
    return this.ask({ type: 'act', goal })
  }

  /** Closes the input, as a client that is done; resolves to the exit code. */
  async end(): Promise<number | null> {
    this.child.stdin?.end()
    return this.exit
  }
}
