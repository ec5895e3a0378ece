import type { ChatMessage } from '#llm/model'
import type { AskedModel } from '#llm/watched-model'
import type { Value } from '#program/values'
import { counted } from '#wire/wording'
import { type Failure, failed, modelFailed, stopped } from '../adapt/roles.ts'
import { ANSWERED, LISTEN, readSegment, type Segment } from './segment.ts'
import type { ThreadEvent, ThreadResult, ThreadTrace } from './trace.ts'
import { Variables } from './variables.ts'

/** Segments of one thread, and segments in a row without progress, after which the thread fails. */
const MAX_SEGMENTS = 40
const PATIENCE = 3
/** Longest task of a child, longest answer to an action and longest result (characters). */
const MAX_TASK = 1000
const MAX_SEEN = 1500
const MAX_PRINTED = 500

const GO_ON = `(Go on. Close what you write with ${LISTEN}, or with print and END.)`
/** Words by which a main thread reports a failure. */
const SAYS_FAILED = /\b(?:not|cannot|can't|couldn't|unable|fail(?:ed|s)?|impossible)\b/i

/** The environment in which threads act. */
export interface ThreadEnvironment {
  /** Whether nothing is left to do. */
  readonly isOver: boolean
  /** Performs the action of a line after `>` and returns the observation (E of Algorithm 2). */
  act(action: string): string | Promise<string>
  /** The context of a child: the line that spawned it, and what the parent passes on (φ). */
  contextOf(line: string): string
}

export interface ThreadOptions {
  readonly model: AskedModel
  readonly environment: ThreadEnvironment
  /** The few-shot prompt of every thread (q). */
  readonly prompt: string
  /** The variables of the main thread at the start. */
  readonly variables?: ReadonlyMap<string, Value>
  readonly temperature: number
  /** A thread at this depth cannot spawn children. */
  readonly maxDepth: number
  /** Model calls of all threads together. */
  readonly maxCalls: number
  record?(event: ThreadEvent): void
}

/**
 * THREAD with join synchronization in an environment (Algorithm 2): a model writes until a line waits for an answer. The
 * environment answers actions, and a child thread answers any other line.
 * @param task the main thread's task, in one line.
 * @param context the main thread's context (c_0).
 */
export async function runThreads(
  task: string,
  context: string,
  options: ThreadOptions,
  signal: AbortSignal,
): Promise<ThreadResult> {
  const run = new ThreadRun(options, signal)
  const { failure, trace } = await run.main(task, context)
  return { ok: failure === null, failure, depth: run.depth, calls: run.calls, trace }
}

interface Thread {
  readonly id: number
  readonly parent: Thread | null
  readonly trace: ThreadTrace
  readonly variables: Variables
}

/** How a thread ended: with a result for its parent (ψ), or with a failure. */
type Ended = { readonly ok: true; readonly printed: string } | Failure

class ThreadRun {
  depth = 0
  calls = 0
  #threads = 0
  readonly #options: ThreadOptions
  readonly #signal: AbortSignal

  constructor(options: ThreadOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
  }

  async main(
    task: string,
    context: string,
  ): Promise<{ failure: Failure | null; trace: ThreadTrace }> {
    const main = this.#begin(task, null, new Variables(this.#options.variables))
    const ended = await this.#run(main, context)
    const { trace } = main
    if (!ended.ok) return { failure: ended, trace }
    const isFailure = SAYS_FAILED.test(ended.printed) && !this.#options.environment.isOver
    return { failure: isFailure ? failed(`the model says: ${ended.printed}`) : null, trace }
  }

  #begin(task: string, parent: Thread | null, variables: Variables): Thread {
    const depth = (parent?.trace.depth ?? 0) + 1
    this.depth = Math.max(this.depth, depth)
    const trace: ThreadTrace = { task, depth, log: [], printed: null, children: [] }
    parent?.trace.children.push(trace)
    const thread = { id: ++this.#threads, parent, trace, variables }
    this.#record('spawn', thread, task)
    return thread
  }

  async #run(thread: Thread, context: string): Promise<Ended> {
    const ended = await this.#generate(thread, context)
    thread.trace.printed = ended.ok ? ended.printed : null
    this.#record(ended.ok ? 'end' : 'failure', thread, ended.ok ? ended.printed : ended.reason)
    return ended
  }

  async #generate(thread: Thread, context: string): Promise<Ended> {
    const { model, environment, prompt, temperature, maxCalls } = this.#options
    const messages: ChatMessage[] = [
      { role: 'system', content: prompt },
      { role: 'user', content: context },
    ]
    let printed = ''
    let idle = 0
    for (let segments = 0; segments < MAX_SEGMENTS; segments++) {
      if (this.#signal.aborted) return stopped('interrupted')
      if (this.calls >= maxCalls) return stopped(`gave up after ${counted(maxCalls, 'call')}`)
      this.calls++
      const answer = await model.complete(
        {
          messages: [...messages],
          purpose: 'thread',
          temperature,
          thinksAloud: true,
          stop: [LISTEN],
        },
        this.#signal,
      )
      if (!answer.ok) return modelFailed(model, answer.failure)
      const segment = readSegment(answer.text, answer.finishReason === 'length')
      this.#note('write', thread, written(segment))
      const problems = []
      for (const statement of segment.statements) {
        if (statement.kind === 'print') {
          const { text, isCode } = statement
          printed = isCode ? ((await thread.variables.textOf(text)) ?? text) : text
        } else {
          const problem = await thread.variables.assign(statement.name, statement.code)
          if (problem !== undefined) problems.push(problem)
        }
      }
      if (segment.closing.kind === 'end') return this.#ended(thread, printed)
      const reply = await this.#replyTo(unechoed(segment, messages), thread)
      if (reply.failure) return reply.failure
      if (environment.isOver) return this.#ended(thread, printed)
      idle = reply.isProgress ? 0 : idle + 1
      if (idle >= PATIENCE) return failed('it got nowhere')
      const observed = [...problems.map((problem) => `(${problem})`), reply.text].join(' ')
      this.#note('observe', thread, observed)
      messages.push(
        { role: 'assistant', content: written(segment) || '...' },
        { role: 'user', content: `${observed}${ANSWERED}` },
      )
    }
    return failed(`not done in ${MAX_SEGMENTS} segments`)
  }

  /** The answer to a line that waits. */
  async #replyTo({ closing }: Segment, thread: Thread): Promise<Reply> {
    if (closing.kind === 'act') {
      const { text, unknown } = thread.variables.fill(closing.action)
      if (unknown.length > 0) return reply(unset(unknown), false)
      return reply((await this.#options.environment.act(text)).slice(0, MAX_SEEN), true)
    }
    if (closing.kind !== 'spawn') return reply(GO_ON, false)
    const { text, unknown } = thread.variables.fill(closing.line)
    if (unknown.length > 0) return reply(unset(unknown), false)
    return this.#spawn(text.slice(0, MAX_TASK), thread)
  }

  async #spawn(line: string, parent: Thread): Promise<Reply> {
    if (parent.trace.depth >= this.#options.maxDepth)
      return reply('(There are no threads below this one. Act by > lines, or end.)', false)
    if (isTaskOf(line, parent))
      return reply(
        '(That is what this thread is there for. Split it, act by > lines, or end.)',
        false,
      )
    const child = this.#begin(line, parent, parent.variables.forChild())
    const ended = await this.#run(child, this.#options.environment.contextOf(line))
    if (!ended.ok)
      return ended.kind === 'stopped'
        ? { ...reply('', false), failure: ended }
        : reply(`It came to no result: ${ended.reason}.`, true)
    return reply(ended.printed, true)
  }

  #ended(thread: Thread, printed: string): Ended {
    const text = thread.variables.fill(printed).text.slice(0, MAX_PRINTED)
    return { ok: true, printed: text || 'It ended without a result.' }
  }

  #note(what: 'write' | 'observe', thread: Thread, text: string): void {
    thread.trace.log.push(what === 'observe' ? `${text}${ANSWERED}` : text)
    this.#record(what, thread, text)
  }

  #record(what: ThreadEvent['what'], { id, parent, trace }: Thread, text: string): void {
    const parentId = parent?.id ?? null
    this.#options.record?.({ what, thread: id, parent: parentId, depth: trace.depth, text })
  }
}

interface Reply {
  readonly text: string
  /** Whether anything was tried for the line. */
  readonly isProgress: boolean
  /** A failure that also ends the parent; null for none. */
  readonly failure: Failure | null
}

function reply(text: string, isProgress: boolean): Reply {
  return { text, isProgress, failure: null }
}

/** The segment without a question whose line the model only repeats from the last message to it. */
function unechoed(segment: Segment, messages: readonly ChatMessage[]): Segment {
  const { closing } = segment
  if (closing.kind !== 'spawn') return segment
  const seen = messages.at(-1)?.content.split('\n') ?? []
  const isEcho = seen.some((line) => line.replace(LISTEN, '').trim() === closing.line)
  return isEcho ? { ...segment, closing: { kind: 'open' } } : segment
}

/** A segment as it stays in the dialogue. */
function written({ text, closing }: Segment): string {
  if (closing.kind === 'end') return `${text}\nEND`.trim()
  return closing.kind === 'open' ? text : `${text} ${LISTEN}`
}

/** Whether a line is the task of a thread or of its ancestors: spawning it would recurse forever. */
function isTaskOf(line: string, thread: Thread | null): boolean {
  for (let ancestor = thread; ancestor; ancestor = ancestor.parent)
    if (ancestor.trace.task === line) return true
  return false
}

function unset(names: readonly string[]): string {
  return `(Nothing is done: ${names.join(', ')} stands for nothing here.)`
}
