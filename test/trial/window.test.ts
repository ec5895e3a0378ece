import { afterEach, describe, expect, it } from 'vitest'
import { exitCodeOf } from '#cli/exit-codes'
import { API_NAMES } from '#llm/api'
import { STRATEGIES } from '#strategies/registry'
import { runCommand } from '../support/command-line.ts'
import { ModelServer, type ModelServerOptions } from '../support/model-server.ts'
import { playWithModel } from '../support/model-trial.ts'
import { scriptedInForm } from '../support/scripted-forms.ts'
import { scriptedAnswer } from '../support/scripted-model.ts'

let server: ModelServer
afterEach(() => server.close())

async function serve(options: Partial<ModelServerOptions> = {}) {
  server = await ModelServer.start({
    answer: ({ messages }) => scriptedAnswer(messages, 'window'),
    ...options,
  })
}

describe('a model whose window is smaller than the prompt', () => {
  it.each(STRATEGIES)('ends a trial of %s as no-model, with what to do', async (strategy) => {
    await serve({ window: 300 })
    const executor = strategy === 'adapt' ? ({ executor: 'react' } as const) : {}
    const { result } = await playWithModel(server.baseUrl, { strategy, ...executor })
    expect(result).toMatchObject({
      end: 'no-model',
      detail: expect.stringMatching(/: window, the prompt needs about .*--ctx-size/),
    })
    expect(exitCodeOf(result)).toBe(3)
    expect(server.received.length).toBeLessThan(4)
  })
})

describe('delver doctor', () => {
  const ask = (model: string, ...more: string[]) =>
    runCommand(
      ...['doctor', '--provider', 'llamacpp', '--base-url', server.baseUrl, '--model', model],
      ...more,
    )

  it.each([
    ['llama.cpp', { id: 'small', meta: { n_ctx: 8192, n_ctx_train: 40960 } }],
    ['vLLM', { id: 'small', max_model_len: 8192 }],
    ['OpenRouter', { id: 'small', context_length: 8192 }],
    ['Ollama, with a tag', { id: 'small:latest', context_length: 8192 }],
  ])('reads the window from the list of models (%s)', async (_, model) => {
    await serve({ models: [model], window: 8192 })
    const { stdout, code } = await ask('small')
    expect(stdout).toMatch(/^ok {5}window: 8192 tokens$/m)
    expect(code).toBe(0)
  })

  it.each(API_NAMES)('checks schemas and tools, by the API %s', async (api) => {
    await serve({ answer: (request) => scriptedInForm(request, '1') })
    const able = await ask('scripted', '--api', api)
    expect(able.stdout).toMatch(/^ok {5}schema: supported, --answers json works$/m)
    expect(able.stdout).toMatch(/^ok {5}tools: supported, --answers tools works$/m)
    await server.close()
    await serve({ lacks: ['tools', 'response_format'] })
    const unable = await ask('scripted', '--api', api)
    expect(unable.stdout).toMatch(/^ok {5}schema: not supported; plans are plain text$/m)
    expect(unable.stdout).toMatch(/^ok {5}tools: not supported; plans are plain text$/m)
  })

  it('rejects a model that the server does not list', async () => {
    await serve({ models: [{ id: 'smollm2' }, { id: 'qwen' }] })
    const { stdout, code } = await ask('gpt-4.1')
    expect(stdout).toMatch(
      /^WRONG {2}model: the server has no model gpt-4\.1; it has smollm2, qwen$/m,
    )
    expect(code).toBe(3)
    expect(server.received).toHaveLength(0)
  })
})

describe('a campaign', () => {
  it('shows the last reason of a trial that gave up', async () => {
    await serve({ answer: () => 'No.' })
    const { stderr } = await runCommand(
      ...[
        'trials',
        'craft_sticks',
        '--seeds',
        '1',
        '--world',
        'text',
        '--json',
        '--strategy',
        'gpt',
      ],
      ...['--planner', 'llm', '--provider', 'llamacpp', '--base-url', server.baseUrl],
      ...['--model', 'm', '--out', `${process.env.TMPDIR}/window-campaign`],
    )
    expect(stderr).toContain('(gave up: the model gave no readable plan; last milestone: none)')
  })
})
