import type { ApiName } from '#llm/api'

/** A call of a tool by the model. */
export interface SaidCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/** A message as the model sees it, in any API. */
export interface SeenMessage {
  role: string
  content: string
  /** The calls that the message makes, and the call that it answers. */
  calls?: readonly SaidCall[]
  callId?: string
  /** Signed thoughts that came back with it. */
  signed?: readonly unknown[]
}

/** The fields of a request that tests read, in the terms of the chat completions API. */
export interface ChatRequest {
  model: string
  messages: SeenMessage[]
  stream?: boolean
  stream_options?: { include_usage?: boolean }
  response_format?: { type: string; json_schema: { name: string; schema: unknown } }
  max_tokens?: number
  max_completion_tokens?: number
  temperature?: number
  reasoning_effort?: string
  stop?: string[]
  tools?: readonly { name: string; description: string; parameters: unknown }[]
  tool_choice?: unknown
}

/** The model's answer to a request. */
export interface Said {
  text: string
  finishReason?: string
  /** Thoughts in a separate field, and in the chat completions API the name of the field. */
  reasoning?: string
  reasoningField?: 'reasoning' | 'reasoning_content'
  /** What the server wants back with the thoughts; none in the chat completions API. */
  signature?: string
  calls?: readonly SaidCall[]
}

export interface SaidUsage {
  readonly prompt: number
  readonly completion: number
  readonly cached?: number
  readonly cacheWrite?: number
  readonly reasoning?: number
}

export interface SaidError {
  readonly status: number
  readonly message: string
  readonly code?: string | undefined
  readonly parameter?: string | undefined
  readonly more?: object | undefined
}

/** The form of requests and answers in one API, as strict as the original. */
export interface ModelForm {
  readonly path: string
  /** The fields that a request may have; a strict server refuses others. */
  readonly fields: readonly string[]
  read(body: Fields): ChatRequest
  /** The events of a stream: at its begin, for a piece of the text, and for the rest of the answer. */
  begin(model: string): object[]
  piece(text: string): object[]
  rest(model: string, said: Said, usage: SaidUsage | null): object[]
  whole(model: string, said: Said, usage: SaidUsage | null): object
  error(error: SaidError): object
  /** An event as the lines of a stream, and its last line. */
  encode(event: object, model: string): string
  readonly last: string
}

/** A parsed request of any form. */
// biome-ignore lint/suspicious/noExplicitAny: the forms read requests as their servers do, which is what tests check
type Fields = any

/** A test may give usage as it is in the chat completions API. */
function chatUsage(usage: SaidUsage) {
  const { prompt, completion, cached, cacheWrite, reasoning } = usage
  const details = {
    ...(cached !== undefined && { cached_tokens: cached }),
    ...(cacheWrite !== undefined && { cache_write_tokens: cacheWrite }),
  }
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    ...(Object.keys(details).length > 0 && { prompt_tokens_details: details }),
    ...(reasoning !== undefined && { completion_tokens_details: { reasoning_tokens: reasoning } }),
  }
}

const dataOnly = (event: object) => `data: ${JSON.stringify(event)}\n\n`
const named = (event: object) =>
  `event: ${'type' in event ? event.type : ''}\ndata: ${JSON.stringify(event)}\n\n`

function toolCalls(calls: readonly SaidCall[]) {
  return calls.map(({ id, name, arguments: given }, index) => ({
    index,
    id,
    type: 'function',
    function: { name, arguments: given },
  }))
}

const chatHead = (model: string, object: string) => ({
  id: 'chatcmpl-1',
  created: 0,
  model: `${model}-served`,
  object,
})

const chat: ModelForm = {
  path: '/chat/completions',
  fields: [
    ...['model', 'messages', 'max_tokens', 'max_completion_tokens', 'temperature', 'stop'],
    ...['reasoning_effort', 'stream', 'stream_options', 'response_format', 'tools', 'tool_choice'],
    'prompt_cache_key',
  ],
  read: (body) => ({
    ...body,
    messages: body.messages.map((message: Fields) => ({
      ...message,
      content: message.content ?? '',
      ...(message.tool_calls && {
        calls: message.tool_calls.map((call: Fields) => ({ id: call.id, ...call.function })),
      }),
      ...(message.tool_call_id && { callId: message.tool_call_id }),
    })),
    ...(body.tools && { tools: body.tools.map((tool: Fields) => tool.function) }),
  }),
  begin: () => [],
  piece: (content) => [{ choices: [{ index: 0, delta: { content }, finish_reason: null }] }],
  rest: (_, said, usage) => {
    const { reasoning, reasoningField = 'reasoning_content', calls, finishReason = 'stop' } = said
    const delta = (fields: object) => ({
      choices: [{ index: 0, delta: fields, finish_reason: null }],
    })
    return [
      ...(reasoning === undefined ? [] : [delta({ [reasoningField]: reasoning })]),
      ...(calls ? toolCalls(calls).flatMap((call) => inPieces(call, delta)) : []),
      { choices: [{ index: 0, delta: {}, finish_reason: finishReason }] },
      ...(usage ? [{ choices: [], usage: chatUsage(usage) }] : []),
    ]
  },
  whole: (model, said, usage) => {
    const { text, reasoning, reasoningField = 'reasoning_content', calls } = said
    const thoughts = reasoning === undefined ? {} : { [reasoningField]: reasoning }
    const called = calls && { tool_calls: toolCalls(calls).map(({ index: _, ...call }) => call) }
    const message = { role: 'assistant', content: text || null, ...thoughts, ...called }
    return {
      ...chatHead(model, 'chat.completion'),
      choices: [{ index: 0, message, finish_reason: said.finishReason ?? 'stop' }],
      usage: usage && chatUsage(usage),
    }
  },
  error: ({ message, code, parameter, more }) => ({
    error: { message, type: 'error', code: code ?? null, param: parameter ?? null, ...more },
  }),
  encode: (event, model) => dataOnly({ ...chatHead(model, 'chat.completion.chunk'), ...event }),
  last: 'data: [DONE]\n\n',
}

/** A call whose arguments arrive in two chunks. */
function inPieces(
  { function: { name, arguments: given }, ...call }: ReturnType<typeof toolCalls>[number],
  delta: (fields: object) => object,
): object[] {
  const half = Math.floor(given.length / 2)
  return [
    delta({ tool_calls: [{ ...call, function: { name, arguments: given.slice(0, half) } }] }),
    delta({ tool_calls: [{ index: call.index, function: { arguments: given.slice(half) } }] }),
  ]
}

const responses: ModelForm = {
  path: '/responses',
  fields: [
    ...['model', 'input', 'max_output_tokens', 'temperature', 'reasoning', 'include', 'stream'],
    ...['text', 'tools', 'tool_choice', 'store', 'prompt_cache_key'],
  ],
  read: (body) => {
    const messages: SeenMessage[] = []
    let signed: unknown[] = []
    for (const item of body.input) {
      if (item.type === 'reasoning') signed.push(item)
      else if (item.type === 'function_call_output')
        messages.push({ role: 'tool', content: item.output, callId: item.call_id })
      else if (item.type === 'function_call') {
        const call = { id: item.call_id, name: item.name, arguments: item.arguments }
        const last = messages.at(-1)
        if (last?.role === 'assistant') last.calls = [...(last.calls ?? []), call]
        else messages.push({ role: 'assistant', content: '', calls: [call] })
        const caller = messages.at(-1)
        if (caller && signed.length > 0) caller.signed = signed
        signed = []
      } else messages.push({ role: item.role, content: item.content })
    }
    const format = body.text?.format
    return {
      model: body.model,
      messages,
      stream: body.stream,
      stream_options: { include_usage: true },
      max_tokens: body.max_output_tokens,
      temperature: body.temperature,
      ...(body.reasoning && { reasoning_effort: body.reasoning.effort }),
      ...(format && {
        response_format: {
          type: format.type,
          json_schema: { name: format.name, schema: format.schema },
        },
      }),
      ...(body.tools && { tools: body.tools, tool_choice: body.tool_choice }),
    }
  },
  begin: (model) => [
    { type: 'response.created', sequence_number: 0, response: responseOf(model, null, null) },
  ],
  piece: (delta) => [{ type: 'response.output_text.delta', item_id: 'msg_1', delta }],
  rest: (model, said, usage) => [
    ...(said.reasoning === undefined
      ? []
      : [
          {
            type: 'response.reasoning_summary_text.delta',
            item_id: 'rs_1',
            delta: said.reasoning,
          },
        ]),
    ...(said.calls ?? []).map((call) => ({
      type: 'response.function_call_arguments.delta',
      item_id: call.id,
      delta: call.arguments,
    })),
    {
      type: said.finishReason === 'length' ? 'response.incomplete' : 'response.completed',
      response: responseOf(model, said, usage),
    },
  ],
  whole: responseOf,
  error: ({ message, code, parameter, more }) => ({
    error: { message, type: 'error', code: code ?? null, param: parameter ?? null, ...more },
  }),
  encode: named,
  last: '',
}

function responseOf(model: string, said: Said | null, usage: SaidUsage | null): object {
  const isCut = said?.finishReason === 'length'
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 0,
    model: `${model}-served`,
    status: said === null ? 'in_progress' : isCut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: said === null ? [] : outputOf(said),
    usage: usage && {
      input_tokens: usage.prompt,
      input_tokens_details: {
        cached_tokens: usage.cached ?? 0,
        cache_write_tokens: usage.cacheWrite ?? 0,
      },
      output_tokens: usage.completion,
      output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
      total_tokens: usage.prompt + usage.completion,
    },
  }
}

function outputOf({ text, reasoning, signature, calls = [] }: Said): object[] {
  const summary = [{ type: 'summary_text', text: reasoning }]
  const thought = { type: 'reasoning', id: 'rs_1', summary, encrypted_content: signature ?? null }
  const content = [{ type: 'output_text', text, annotations: [] }]
  const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }
  return [
    ...(reasoning === undefined ? [] : [thought]),
    ...(text === '' ? [] : [message]),
    ...calls.map(({ id, name, arguments: given }) => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: given,
      status: 'completed',
    })),
  ]
}

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
}

const anthropic: ModelForm = {
  path: '/messages',
  fields: [
    ...['model', 'max_tokens', 'messages', 'system', 'temperature', 'stop_sequences', 'stream'],
    ...['thinking', 'output_config', 'tools', 'tool_choice'],
  ],
  read: (body) => ({
    model: body.model,
    messages: [
      ...(body.system
        ? [{ role: 'system', content: body.system.map((one: Fields) => one.text).join('\n\n') }]
        : []),
      ...body.messages.flatMap(seenTurns),
    ],
    stream: body.stream,
    stream_options: { include_usage: true },
    max_tokens: body.max_tokens,
    temperature: body.temperature,
    ...(body.stop_sequences && { stop: body.stop_sequences }),
    ...(body.output_config?.effort && { reasoning_effort: body.output_config.effort }),
    ...(body.output_config?.format && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'plan', schema: body.output_config.format.schema },
      },
    }),
    ...(body.tools && {
      tools: body.tools.map((tool: Fields) => ({ ...tool, parameters: tool.input_schema })),
      tool_choice: body.tool_choice,
    }),
  }),
  begin: (model) => [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: `${model}-served`,
        content: [],
        stop_reason: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ],
  piece: (text) => [{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }],
  rest: (_, said, usage) => [
    { type: 'content_block_stop', index: 0 },
    ...thoughtEvents(said),
    ...(said.calls ?? []).flatMap((call, place) => {
      const index = place + 2
      const half = Math.floor(call.arguments.length / 2)
      const delta = (partial_json: string) => ({
        type: 'content_block_delta',
        index,
        delta: { type: 'input_json_delta', partial_json },
      })
      const block = { type: 'tool_use', id: call.id, name: call.name, input: {} }
      return [
        { type: 'content_block_start', index, content_block: block },
        delta(call.arguments.slice(0, half)),
        delta(call.arguments.slice(half)),
        { type: 'content_block_stop', index },
      ]
    }),
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason(said), stop_sequence: null },
      ...(usage && { usage: anthropicUsage(usage) }),
    },
    { type: 'message_stop' },
  ],
  whole: (model, said, usage) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: `${model}-served`,
    content: [
      ...(said.reasoning === undefined
        ? []
        : [{ type: 'thinking', thinking: said.reasoning, signature: said.signature ?? '' }]),
      ...(said.text === '' ? [] : [{ type: 'text', text: said.text }]),
      ...(said.calls ?? []).map((call) => ({
        type: 'tool_use',
        id: call.id,
        name: call.name,
        input: JSON.parse(call.arguments),
      })),
    ],
    stop_reason: stopReason(said),
    stop_sequence: null,
    usage: usage && anthropicUsage(usage),
  }),
  error: ({ status, message, code, more }) => ({
    type: 'error',
    error: { type: code ?? errorType(status), message, ...more },
    request_id: 'req_1',
  }),
  encode: named,
  last: '',
}

function stopReason({ finishReason = 'stop' }: Said): string {
  return STOP_REASONS[finishReason] ?? finishReason
}

function errorType(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'api_error' : 'invalid_request_error'
}

function thoughtEvents({ reasoning, signature }: Said): object[] {
  if (reasoning === undefined) return []
  const at = { index: 1 }
  const block = { type: 'thinking', thinking: '', signature: '' }
  return [
    { type: 'content_block_start', ...at, content_block: block },
    { type: 'content_block_delta', ...at, delta: { type: 'thinking_delta', thinking: reasoning } },
    { type: 'content_block_delta', ...at, delta: { type: 'signature_delta', signature } },
    { type: 'content_block_stop', ...at },
  ]
}

/** The API counts input from the cache apart. */
function anthropicUsage({ prompt, completion, cached = 0, cacheWrite = 0, reasoning }: SaidUsage) {
  return {
    input_tokens: prompt - cached - cacheWrite,
    output_tokens: completion,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: cacheWrite,
    ...(reasoning !== undefined && { output_tokens_details: { thinking_tokens: reasoning } }),
  }
}

function seenTurns({ role, content }: Fields): SeenMessage[] {
  const blocks: Fields[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const results = blocks
    .filter(({ type }) => type === 'tool_result')
    .map((block) => ({ role: 'tool', content: block.content, callId: block.tool_use_id }))
  const text = blocks.map((block) => block.text ?? '').join('\n\n')
  const calls = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => ({ id, name, arguments: JSON.stringify(input) }))
  const signed = blocks.filter(({ type }) => /thinking/.test(type))
  if (text.trim() === '' && calls.length === 0) return results
  const message = { role, content: text.trim(), ...(calls.length > 0 && { calls, signed }) }
  return [...results, message]
}

export const MODEL_FORMS: Readonly<Record<ApiName, ModelForm>> = { chat, responses, anthropic }
