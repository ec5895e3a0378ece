import { createHash } from 'node:crypto'
import type {
  ChatMessage,
  ChatModel,
  ModelRequest,
  ModelResult,
  SignedThought,
  Tool,
  ToolCall,
} from './model.ts'

/** How a dialogue in text is held by calls of tools. */
export interface Toolset {
  readonly tools: readonly Tool[]
  /** Added to the dialogue's rules. */
  readonly rules: string
  /** Whether an answer is a plan of all its calls, or the one action of its first call, whose result is the reply. */
  readonly takes: 'all' | 'first'
  /** The text that stands for calls, as the dialogue's parser reads it; `said` is the text beside them. */
  textOf(calls: readonly ToolCall[], said: string): string
  /** The result of a call without what only a dialogue in text needs; by default, the whole reply. */
  resultOf?(reply: string): string
}

/** The toolsets of a strategy by the purposes of its calls. */
export type Toolsets = Readonly<Record<string, Toolset>>

const NOTED = 'Noted as a step of the plan.'
const ONE_AT_A_TIME = 'Nothing is done: call one tool at a time.'

/** Calls whose dialogue may go on. */
const MAX_REMEMBERED = 1000

interface Said {
  readonly text: string
  readonly calls: readonly ToolCall[]
  readonly signedThoughts: readonly SignedThought[]
}

/**
 * A model whose dialogues of some purposes are held by calls of tools: the caller writes and reads text, the model gets
 * tools, calls and results. An answer without calls stays text.
 */
export class ToolModel implements ChatModel {
  readonly name: string
  readonly #model: ChatModel
  readonly #toolsets: Toolsets
  /** Answers by the dialogue before them. */
  readonly #said = new Map<string, Said>()

  constructor(model: ChatModel, toolsets: Toolsets) {
    this.name = model.name
    this.#model = model
    this.#toolsets = toolsets
  }

  async complete<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<ModelResult<T>> {
    const toolset = this.#toolsets[request.purpose]
    if (!toolset) return this.#model.complete(request, signal)
    const { stop: _, ...rest } = request
    const { messages, key } = this.#inTools(request.messages, toolset)
    const { tools } = toolset
    const result = await this.#model.complete({ ...rest, messages, tools, mustCall: true }, signal)
    if (!result.ok || !result.calls) return result
    const { text, calls, signedThoughts = [] } = result
    if (this.#said.size >= MAX_REMEMBERED) this.#said.clear()
    this.#said.set(key, { text, calls, signedThoughts })
    return { ...result, text: toolset.textOf(calls, text) }
  }

  /** A dialogue with the calls that its answers were, and the key of the next answer. */
  #inTools(
    messages: readonly ChatMessage[],
    toolset: Toolset,
  ): { readonly messages: readonly ChatMessage[]; readonly key: string } {
    const { rules, takes } = toolset
    const hash = createHash('sha256')
    const out: ChatMessage[] = []
    /** The call that the next message answers. */
    let asked: ToolCall | undefined
    for (const message of messages) {
      const { role, content, pinned = false } = message
      const said = role === 'assistant' ? this.#said.get(hash.copy().digest('hex')) : undefined
      hash.update(JSON.stringify([role, content]))
      if (said) {
        const { text, calls, signedThoughts } = said
        out.push({ role, content: text, calls, signedThoughts, pinned })
        const [first, ...others] = calls
        asked = takes === 'first' ? first : undefined
        for (const call of takes === 'first' ? others : calls)
          out.push(resultOf(call, takes === 'first' ? ONE_AT_A_TIME : NOTED, pinned))
      } else if (asked) {
        out.push(resultOf(asked, toolset.resultOf?.(content) ?? content, pinned))
        asked = undefined
      } else if (role === 'system' && out.length === 0)
        out.push({ ...message, content: `${content}\n\n${rules}` })
      else out.push(message)
    }
    return { messages: out, key: hash.digest('hex') }
  }
}

function resultOf({ id }: ToolCall, content: string, pinned: boolean): ChatMessage {
  return { role: 'tool', content, callId: id, pinned }
}
