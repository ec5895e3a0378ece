import { ModelExplainer } from '#agent/explainer/model-explainer'
import { ModelPlanner } from '#agent/planner/model-planner'
import { inventoryObservation } from '#goal/observation'
import { registryFor } from '#knowledge/registry'
import { Budget } from '#llm/budget'
import type { CallEvent } from '#llm/call-event'
import { HttpTransport } from '#llm/http-transport'
import { MeteredModel } from '#llm/metered-model'
import type { ChatModel } from '#llm/model'
import type { ModelSettings } from '#llm/settings'
import { WatchedModel } from '#llm/watched-model'
import { goalLanguage } from '#skills/library'
import { DEFAULT_VERSION } from '#trial/trial-start'
import { plainText } from '#wire/plain-text'
import { requireModelServer } from './model-options.ts'

/** Prints one line for something that is examined. @returns whether it works. */
export type Check = (name: string, examine: () => Promise<string>) => Promise<boolean>

/** What a diamond takes of DEPS: the mean of seeds 1 to 12 of the scripted model in the text world, 7.2 and 3.5, rounded. */
const DIAMOND_CALLS = { plan: 7, explain: 4 } as const

/** Asks a model for one short plan and one explanation, as DEPS does, and tells what works. */
export async function checkModel(settings: ModelSettings, check: Check): Promise<void> {
  const { server, key, price, maxOutputTokens, temperature, budget } = settings
  const transport = new HttpTransport(server, key?.reveal() ?? '')
  const calls: CallEvent[] = []
  const metered = new MeteredModel({
    name: server.model,
    transport,
    budget: new Budget(budget),
    price,
    maxOutputTokens,
    temperature,
    onCall: (call) => calls.push(call),
  })
  let isOfSchema = false
  const seen: ChatModel = {
    name: metered.name,
    async complete(request, signal) {
      const result = await metered.complete(request, signal)
      if (result.ok && result.object !== undefined) isOfSchema = true
      return result
    },
  }
  const model = new WatchedModel(seen)
  const { signal } = new AbortController()
  const language = goalLanguage(registryFor(DEFAULT_VERSION))
  const latency = () => `in ${calls.at(-1)?.latencyMs} ms`

  const isThere = await check('model', async () => {
    await requireModelServer(settings)
    return `${server.model} at ${new URL(server.baseUrl).host}`
  })
  if (!isThere) return
  const plans = await check('plan', async () => {
    const planner = new ModelPlanner({ model, language, structured: true, record: () => {} })
    const plan = await planner.plan(
      {
        task: { target: { stick: 4 }, wear: null },
        observation: inventoryObservation(language.registry, {}),
        unavailable: new Set(),
        feedback: null,
      },
      signal,
    )
    if (!plan.ok) throw new Error(plan.reason)
    return `${plan.plan.length} goals ${latency()}`
  })
  if (!plans) return
  await check('explanation', async () => {
    let lost = 'nothing was said'
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
  await check('streaming', async () => (transport.takes.streams ? 'yes' : 'no, answers come whole'))
  await check('schema', async () => {
    if (!transport.takes.takesSchema) return 'no, plans come as text'
    return isOfSchema ? 'yes, --structured works' : 'taken, but not kept to; plans come as text'
  })
  await check('usage', async () =>
    calls.some(({ usageEstimated }) => usageEstimated) ? 'not reported, so counted' : 'reported',
  )
  await check('reasoning', async () => {
    const length = calls.reduce((sum, { thoughts }) => sum + thoughts.length, 0)
    return length > 0 ? `thoughts are told, ${length} characters` : 'no thoughts are told'
  })
  await check('a diamond', async () => priceOfDiamond(calls))
}

/** What a diamond would cost if every call were like these. */
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
    ? 'its price is not known; give it by --price'
    : `about $${dollars.toPrecision(2)}`
  return `${cost} (${tokens} tokens in ${DIAMOND_CALLS.plan} plans and ${DIAMOND_CALLS.explain} explanations of this length)`
}
