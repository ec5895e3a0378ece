import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EventBody } from '#events/events'
import { FEATURE_VERSION, FEATURES } from '#selector/features/features'
import { HorizonModel } from '#selector/models/horizon-model'
import { agentName } from '#trial/agent-name'
import { runCommand } from '../../support/command-line.ts'
import { modelByFeature } from '../../support/horizon-model.ts'
import { goalOf } from '../../support/language.ts'
import { longIt } from '../../support/versions.ts'
import { writeTrial } from '../../support/written-trial.ts'

const LOG = goalOf('mine({log:3}, null)')

/** A trial of 20 choices, whose goals take twice as long as estimated. */
function writePlayed(folder: string, seed: number): void {
  const moments = Array.from({ length: 20 }, (_, index) => {
    const [t, ticks] = [1000 * index, 40 + ((seed * 37 + index * 91) % 600)]
    const features = FEATURES.map(({ name }) => (name === 'estimate' ? Math.log1p(ticks / 2) : 0))
    const rest = { predictedTicks: null, interval: null, source: null, search: null }
    const choice: EventBody = {
      type: 'goal-chosen',
      goal: LOG,
      featureVersion: FEATURE_VERSION,
      candidates: [{ goal: LOG, features, ...rest }],
    }
    const end: EventBody = {
      type: 'skill-end',
      skill: 'mine',
      goal: LOG,
      ticks,
      failure: null,
      changes: {},
    }
    return [[t, choice] as const, [t + ticks, end] as const]
  })
  const over = [99_000, { type: 'trial-end', end: 'limit', detail: '' }] as const
  writeTrial(folder, { seed }, [...moments.flat(), over])
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'delver-selector-'))
}

describe('delver selector', () => {
  longIt(
    'learns from some trials, is evaluated on others, and prints its figures',
    async () => {
      const [played, others] = [newFolder(), newFolder()]
      for (let seed = 1; seed <= 15; seed++) writePlayed(played, seed)
      for (let seed = 16; seed <= 20; seed++) writePlayed(others, seed)
      const file = join(newFolder(), 'model.json')

      const trained = await runCommand('selector', 'train', played, '--out', file, '--json')
      expect(trained.code).toBe(0)
      expect(JSON.parse(trained.stdout)).toMatchObject({ training: { trials: 12, samples: 240 } })
      const model = HorizonModel.parse(readFileSync(file, 'utf8'))
      expect(model.card).toEqual(JSON.parse(trained.stdout))
      expect(model.card.agents).toEqual([agentName()])

      const judged = await runCommand(
        ...['selector', 'eval', others, '--selector-model', file, '--trained-on', played, '--json'],
      )
      const [own, constant] = JSON.parse(judged.stdout)
      expect(own.evaluation.overall).toMatchObject({ samples: 100, reached: 100 })
      expect(own.evaluation.overall.medianFactorOff).toBeLessThan(1.3)
      expect(constant.evaluation.overall.medianFactorOff).toBeGreaterThan(1.3)

      const shown = await runCommand('selector', 'show', '--selector-model', file)
      expect(shown.stdout).toContain('240 samples from 12 worlds')
      expect(shown.stdout).toContain(`played by     ${agentName()}\n`)

      const plots = join(newFolder(), 'plots')
      const drawn = await runCommand(
        ...['selector', 'show', '--selector-model', file, '--samples', others, '--out', plots],
      )
      expect(drawn.stdout).toContain(`plot in ${join(plots, 'importance.svg')}`)
      // All that these horizons depend on is the estimate: it stands first.
      const importance = readFileSync(join(plots, 'importance.svg'), 'utf8')
      const texts = [...importance.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text)
      const features = texts.filter((text) => FEATURES.some(({ name }) => name === text))
      expect(features).toHaveLength(20)
      expect(features[0]).toBe('estimate')
      expect(readFileSync(join(plots, 'calibration.svg'), 'utf8')).toContain('>share of horizons<')

      const same = await runCommand(
        'selector',
        'eval',
        played,
        '--selector-model',
        file,
        '--trained-on',
        played,
      )
      expect([same.code, same.stderr]).toEqual([
        2,
        'error: all of these worlds are in the training set',
      ])
    },
    240_000,
  )

  it('reports a wrong input in one line', async () => {
    const empty = newFolder()
    const foreign = join(newFolder(), 'foreign.json')
    writeFileSync(foreign, '{"some":"thing"}')
    const known = join(newFolder(), 'model.json')
    writeFileSync(known, modelByFeature('depth', 1).text())
    const few = newFolder()
    writePlayed(few, 1)
    const wrong = [
      ['selector', 'train', empty],
      ['selector', 'train', few, '--out', join(empty, 'model.json')],
      ['selector', 'eval', few, '--selector-model', foreign],
      ['selector', 'show', '--selector-model', join(empty, 'nowhere')],
      ['selector', 'show', '--selector-model', known, '--samples', few],
      ['selector', 'show', '--selector-model', known, '--out', empty],
      ['selector', 'fork', empty, '--out', empty],
      ['selector', 'collect', '--seeds', '1', '--out', empty, '--tasks', 'no_such_task'],
      ['trial', 'torch', '--selector', 'horizon', '--selector-model', foreign],
      ['trial', 'torch', '--choose', 'softmax'],
      ['trial', 'torch', '--selector', 'horizon', '--choose-temperature', '5'],
      ['trial', 'torch', '--selector-model', foreign],
    ]
    for (const args of wrong) {
      const { code, stdout, stderr } = await runCommand(...args)
      expect({ args, code, lines: stderr.split('\n').length }).toEqual({ args, code: 2, lines: 1 })
      expect(stdout).not.toContain('model is in')
    }
  })
})
