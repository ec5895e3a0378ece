import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EventBody } from '#events/events'
import type { Goal } from '#goal/goal'
import { FEATURE_VERSION, FEATURES } from '#selector/features/features'
import { readEvents } from '#trial/event-log'
import { forksOf } from '#trial/forks'
import type { RegretRow } from '#trial/regret'
import { runCommand } from '../support/command-line.ts'
import { modelByFeature } from '../support/horizon-model.ts'
import { goalOf } from '../support/language.ts'
import { writeTrial } from '../support/written-trial.ts'

/** Possible goals, with the skills' estimates and the real horizons (ticks). */
const LOGS = { goal: goalOf('mine({log:4}, null)'), estimate: 100, real: 300 }
const BEEF = { goal: goalOf('hunt({beef:1}, null)'), estimate: 60, real: 500 }
const SAND = { goal: goalOf('mine({sand:2}, null)'), estimate: 80, real: 100 }

type Choice = typeof LOGS

function candidate({ goal, estimate }: Choice) {
  const values: Readonly<Record<string, number>> = {
    estimate: Math.log1p(estimate),
    [`skill.${goal.skill}`]: 1,
  }
  const features = FEATURES.map(({ name }) => values[name] ?? 0)
  return { goal, features, predictedTicks: null, interval: null, source: null, search: null }
}

/** The events when the first of these is chosen. */
function history(choices: readonly Choice[], version: number) {
  const [{ goal, real } = LOGS] = choices
  const chosen: EventBody = {
    type: 'goal-chosen',
    goal,
    featureVersion: version,
    candidates: choices.map(candidate),
  }
  const plan = { type: 'plan', reason: 'start', goals: [SAND.goal, LOGS.goal, BEEF.goal] } as const
  return [
    [10, plan],
    [10, chosen],
    [10 + real, ended(goal, real)],
    [10 + real, { type: 'trial-end', end: 'limit', detail: '' }],
  ] as const
}

function ended(goal: Goal, ticks: number): EventBody {
  return { type: 'skill-end', skill: goal.skill, goal, ticks, failure: null, changes: {} }
}

/** A trial that chooses logs, and its forks, so that no trial has to run. */
function writeForked(played: string, forks: string, seed: number, version = FEATURE_VERSION) {
  const folder = writeTrial(
    played,
    { seed, selector: 'fixed' },
    history([LOGS, BEEF, SAND], version),
  )
  for (const settings of forksOf(readEvents(folder), 6))
    writeTrial(
      forks,
      settings,
      history(
        settings.overrideChoice[0]?.candidate === 2 ? [BEEF, LOGS, SAND] : [SAND, LOGS, BEEF],
        version,
      ),
    )
}

describe('the regrets of a decision', () => {
  let folders: { played: string; forks: string; model: string }
  beforeAll(() => {
    const newFolder = () => mkdtempSync(join(tmpdir(), 'delver-regret-'))
    folders = { played: newFolder(), forks: newFolder(), model: join(newFolder(), 'model.json') }
    writeForked(folders.played, folders.forks, 1)
    writeForked(folders.played, folders.forks, 2, FEATURE_VERSION + 1)
    // Hunting takes eight times as long as the skill estimates.
    writeFileSync(folders.model, modelByFeature('skill.hunt', Math.log(8)).text())
  })

  it('are given for the chosen goal, the plan, the lowest estimate, chance, and the model', async () => {
    const { played, forks, model } = folders
    const { code, stdout, stderr } = await runCommand(
      ...['selector', 'fork', played, '--out', forks, '--selector-model', model, '--json'],
    )
    expect(code).toBe(0)
    const [table] = JSON.parse(stdout) as { regrets: RegretRow[] }[]
    expect(table?.regrets).toEqual([
      { selector: 'fixed (as played)', decisions: 1, mean: 200, median: 200, best: 0 },
      { selector: 'fixed', decisions: 1, mean: 0, median: 0, best: 1 },
      { selector: 'estimate alone', decisions: 1, mean: 400, median: 400, best: 0 },
      { selector: 'random', decisions: 1, mean: 200, median: 200, best: 0 },
      { selector: 'horizon', decisions: 1, mean: 0, median: 0, best: 1 },
    ])
    expect(stderr).toMatch(/^skipped: .*craft_sticks-2: its features are of version 3/m)
  })

  it('are not given for a model that cannot be read', async () => {
    const { played, forks } = folders
    const { code, stderr } = await runCommand(
      ...['selector', 'fork', played, '--out', forks, '--selector-model', join(forks, 'none')],
    )
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: cannot read the horizon/)])
  })
})
