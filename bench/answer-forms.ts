/**
 * Prints the calls and tokens of a diamond by the form of the model's answers: text, JSON and calls of tools. It plays in
 * the text world with the scripted model of the tests, behind a real HTTP server. The model has the same plans and mistakes in
 * all forms, so the figures compare the forms and not models.
 *
 *     npx node bench/answer-forms.ts [seeds]
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableLines } from '#cli/table'
import { trialSettings } from '#cli/trial-options'
import type { Settings } from '#events/settings'
import type { AnswerForm } from '#llm/answer-forms'
import { modelSettingsFromEnv } from '#llm/settings'
import { readEvents } from '#trial/event-log'
import { runTrial } from '#trial/runner'
import { ModelServer } from '../test/support/model-server.ts'
import { scriptedInForm } from '../test/support/scripted-forms.ts'

type Row = Partial<Pick<Settings, 'strategy' | 'executor'>> & { readonly answers: AnswerForm }

const ROWS: readonly Row[] = [
  { strategy: 'deps', answers: 'text' },
  { strategy: 'deps', answers: 'json' },
  { strategy: 'deps', answers: 'tools' },
  { strategy: 'inner-monologue', answers: 'text' },
  { strategy: 'inner-monologue', answers: 'tools' },
  { strategy: 'adapt', executor: 'react', answers: 'text' },
  { strategy: 'adapt', executor: 'react', answers: 'tools' },
  { strategy: 'thread', answers: 'text' },
  { strategy: 'thread', answers: 'tools' },
]

interface Figures {
  readonly success: boolean
  readonly calls: number
  readonly input: number
  readonly output: number
  readonly rejected: number
}

async function play(row: Row, seed: number): Promise<Figures> {
  const answer = (request: Parameters<typeof scriptedInForm>[0]) =>
    scriptedInForm(request, String(seed))
  // The server counts words. Without a server's count, Delver counts tokens, those of tools included.
  const server = await ModelServer.start({ usage: false, answer })
  const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: server.baseUrl, DELVER_MODEL: 'scripted' }
  const model = modelSettingsFromEnv(env, { contextTokens: 128_000 })
  if (!model.ok) throw new Error(model.message)
  const folder = join(mkdtempSync(join(tmpdir(), 'delver-forms-')), 'out')
  const options = {
    world: 'text',
    planner: 'llm',
    strategy: 'deps',
    username: 'Delver',
    perception: 'seen',
    explainer: true,
    ...row,
  } as const
  const { success } = await runTrial({
    settings: trialSettings('obtain_diamond', seed, options, model.settings),
    model: model.settings,
    folder,
    signal: new AbortController().signal,
  })
  await server.close()
  const events = readEvents(folder)
  const calls = events.filter((event) => event.type === 'llm-call')
  const sum = (name: 'gen_ai.usage.input_tokens' | 'gen_ai.usage.output_tokens') =>
    calls.reduce((total, call) => total + (call[name] ?? 0), 0)
  return {
    success,
    calls: calls.length,
    input: sum('gen_ai.usage.input_tokens'),
    output: sum('gen_ai.usage.output_tokens'),
    rejected: events.filter(({ type }) => type === 'answer-rejected').length,
  }
}

const [count = '6'] = process.argv.slice(2)
const seeds = Array.from({ length: Number(count) }, (_, index) => index + 1)
const lines = [['strategy', 'answers', 'diamonds', 'calls', 'input', 'output', 'rejected']]
for (const row of ROWS) {
  const all: Figures[] = []
  for (const seed of seeds) all.push(await play(row, seed))
  const mean = (of: (one: Figures) => number) =>
    (all.reduce((total, one) => total + of(one), 0) / all.length).toFixed(all.length > 1 ? 1 : 0)
  const { strategy = 'deps', executor, answers } = row
  lines.push([
    executor ? `${strategy} (${executor})` : strategy,
    answers,
    `${all.filter(({ success }) => success).length} of ${all.length}`,
    mean(({ calls }) => calls),
    mean(({ input }) => input),
    mean(({ output }) => output),
    mean(({ rejected }) => rejected),
  ])
}
console.log(`obtain_diamond, text world, scripted model, means over ${seeds.length} seeds\n`)
for (const line of tableLines(lines)) console.log(line)
