import { ModelExplainer } from '#agent/explainer/model-explainer'
import { ModelPlanner } from '#agent/planner/model-planner'
import { inventoryObservation } from '#goal/observation'
import { registryFor } from '#knowledge/registry'
import type { AnswerForm } from '#llm/answer-forms'
import { Budget } from '#llm/budget'
import type { CallEvent } from '#llm/call-event'
import { HttpTransport } from '#llm/http-transport'
import { MeteredModel } from '#llm/metered-model'
import type { ChatModel } from '#llm/model'
import { listedModel, servedModels } from '#llm/served-models'
import type { ModelSettings } from '#llm/settings'
import { ToolModel } from '#llm/tool-model'
import type { Transport } from '#llm/transport'
import { WatchedModel } from '#llm/watched-model'
import { goalLanguage } from '#skills/library'
import { planTools } from '#strategies/toolsets'
import { DEFAULT_VERSION } from '#trial/trial-start'
import { plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'
import { reportPause } from './long-wait.ts'
import { requireModelServer } from './model-options.ts'

/** Runs one check and prints a line about it. @returns whether it succeeds. */
export type Check = (name: string, examine: () => Promise<string>) => Promise<boolean>

/** Models that are named when the server lacks the model. */
const MAX_NAMES = 5

/**
 * Calls that DEPS makes on the way to a diamond. Source: means over seeds 1 to 12 of the scripted model in the text world,
 * 7.2 and 3.5, rounded up.
 */
const DIAMOND_CALLS = { plan: 7, explain: 4 } as const

/** Asks a model for one short plan and one explanation, as DEPS does, and reports what works. */
export async function checkModel(settings: ModelSettings, check: Check): Promise<void> {
  const { key, price, maxOutputTokens, limitsByPurpose, temperature, budget } = settings
  const secret = key?.reveal() ?? ''
  const served = await checkServed(settings, secret, check)
  if (!served) return
  const contextTokens = Math.min(served.window ?? Infinity, settings.server.contextTokens)
  const server = { ...settings.server, contextTokens }
  const transport = await HttpTransport.open(server, secret)
  const talkative: Transport = {
    send: (request, signal) =>
      transport.send(request, signal, {
        onPause: reportPause,
      }),
    close: () => transport.close(),
  }
  const calls: CallEvent[] = []
  const metered = new MeteredModel({
    name: server.model,
    transport: talkative,
    budget: new Budget(budget),
    price,
    maxOutputTokens,
    limitsByPurpose,
    temperature,
    onCall: (call) => calls.push(call),
  })
  let isOfSchema = false
  let hasCalled = false
  const seen: ChatModel = {
    name: metered.name,
    async complete(request, signal) {
      const result = await metered.complete(request, signal)
      if (result.ok && result.object !== undefined) isOfSchema = true
      if (result.ok && result.calls) hasCalled = true
      return result
    },
  }
  const model = new WatchedModel(seen)
  const { signal } = new AbortController()
  const language = goalLanguage(registryFor(DEFAULT_VERSION))
  const latency = () => `in ${calls.at(-1)?.latencyMs} ms`

  const inTools = new ToolModel(model, { plan: planTools(language) })
  const planSticks = (answers: AnswerForm) =>
    new ModelPlanner({
      model: answers === 'tools' ? new WatchedModel(inTools) : model,
      language,
      structured: answers === 'json',
      record: () => {},
    }).plan(
      {
        task: { target: { stick: 4 }, wear: null },
        observation: inventoryObservation(language.registry, {}),
        unavailable: new Set(),
        feedback: null,
      },
      signal,
    )

  const plans = await check('plan', async () => {
    const plan = await planSticks('text')
    if (!plan.ok) throw new Error(plan.reason)
    return `${counted(plan.plan.length, 'goal')} ${latency()}`
  })
  if (!plans) return
  await check('explanation', async () => {
    let lost = 'the answer is empty'
    const explainer = new ModelExplainer({
      model,
      language,
      record: (event) => {
        if (event.type === 'explanation-missing') lost = event.reason
      },
    })
    const goal = { skill: 'mine', target: { iron_ore: 1 }, using: {}, tool: 'wooden_pickaxe' }
    const description =
      "I fail on mine({iron_ore:1}, 'wooden_pickaxe'): missing-tool, iron_ore needs a stone_pickaxe. My inventory has {wooden_pickaxe:1}."
    const explanation = await explainer.explain(goal, description, signal)
    if (explanation.kind !== 'said') throw new Error(lost)
    return `"${plainText(explanation.text, 80)}" ${latency()}`
  })
  await check('streaming', async () => (transport.takes.streams ? 'supported' : 'not supported'))
  // The price of a diamond is that of plans as text.
  const asText = [...calls]
  await check('schema', async () => {
    await planSticks('json')
    if (!transport.takes.schemas) return 'not supported; plans are plain text'
    return isOfSchema
      ? 'supported, --answers json works'
      : 'accepted but not followed; plans are plain text'
  })
  await check('tools', async () => {
    await planSticks('tools')
    if (!transport.takes.tools) return 'not supported; plans are plain text'
    return hasCalled
      ? 'supported, --answers tools works'
      : 'accepted but not called; plans are plain text'
  })
  await check('usage', async () =>
    calls.some(({ usageEstimated }) => usageEstimated)
      ? 'not reported; tokens are counted locally'
      : 'reported',
  )
  await check('reasoning', async () => {
    const length = calls.reduce((sum, { thoughts }) => sum + thoughts.length, 0)
    return length > 0 ? `included, ${counted(length, 'character')}` : 'not included in answers'
  })
  await check('a diamond', async () => priceOfDiamond(asText))
}

/**
 * Checks that the server has the model, and how large its window is.
 * @returns null when the model cannot be asked.
 */
async function checkServed(
  settings: ModelSettings,
  key: string,
  check: Check,
): Promise<{ readonly window: number | null } | null> {
  const { server } = settings
  let window: number | null = null
  const isThere = await check('model', async () => {
    await requireModelServer(settings)
    // Azure lists its models, and not the deployments that requests name.
    const models = server.keyHeader === 'api-key' ? null : await servedModels(server, key)
    const listed = models && listedModel(models, server.model)
    if (models && models.length > 0 && !listed) {
      const names = models.slice(0, MAX_NAMES).map(({ id }) => id)
      const rest = models.length > names.length ? ` and ${models.length - names.length} more` : ''
      throw new Error(`the server has no model ${server.model}; it has ${names.join(', ')}${rest}`)
    }
    window = listed?.window ?? null
    return `${server.model} at ${new URL(server.baseUrl).host}, API ${server.api}`
  })
  if (!isThere) return null
  await check('window', async () =>
    window === null
      ? `${server.contextTokens} tokens by the settings; the server does not report it`
      : `${window} tokens`,
  )
  return { window }
}

/** The cost of a diamond if all its calls are as long as these. */
function priceOfDiamond(calls: readonly CallEvent[]): string {
  let dollars = 0
  let tokens = 0
  for (const [purpose, times] of Object.entries(DIAMOND_CALLS)) {
    const call = calls.findLast((one) => one.purpose === purpose)
    const { 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output } = call ?? {}
    tokens += times * ((input ?? 0) + (output ?? 0))
    dollars += times * (call?.dollars ?? Number.NaN)
  }
  const cost = Number.isNaN(dollars)
    ? 'the price is unknown; set it with --price'
    : `about $${dollars.toPrecision(2)}`
  return `${cost} (${tokens} tokens in ${DIAMOND_CALLS.plan} plans and ${DIAMOND_CALLS.explain} explanations of this length)`
}
