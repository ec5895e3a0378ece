import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { trialSettings } from '#cli/trial-options'
import type { Settings } from '#events/settings'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import { runTrial } from '#trial/runner'

export const MODEL_KEY = 'sk-do-not-tell-0123'

type Chosen = Partial<Pick<Settings, 'strategy' | 'executor' | 'world' | 'maxTicks' | 'task'>>

/** Plays a whole trial over the real client, in the text world unless `chosen` says otherwise. */
export async function playWithModel(baseUrl: string, chosen: Chosen = {}, flags: ModelFlags = {}) {
  const env = { OPENAI_API_KEY: MODEL_KEY, OPENAI_BASE_URL: baseUrl, DELVER_MODEL: 'scripted' }
  const model = modelSettingsFromEnv(env, { retries: 0, ...flags })
  if (!model.ok) throw new Error(model.message)
  const { task = 'craft_furnace', ...more } = chosen
  const options = {
    strategy: 'deps',
    world: 'text',
    planner: 'llm',
    username: 'Delver',
    perception: 'seen',
    explainer: true,
    ...more,
  } as const
  const folder = join(mkdtempSync(join(tmpdir(), 'delver-model-trial-')), 'out')
  const result = await runTrial({
    settings: trialSettings(task, 1, options, model.settings),
    model: model.settings,
    folder,
    signal: new AbortController().signal,
  })
  return { folder, result }
}
