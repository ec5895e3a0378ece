import { Command } from 'commander'
import type { Sample } from '#selector/data/sample'
import { FEATURES } from '#selector/features/features'
import type { HorizonModel } from '#selector/models/horizon-model'
import type { Scores } from '#selector/models/model-file'
import type { Predictor } from '#selector/training/baselines'
import { type Evaluation, evaluate } from '#selector/training/evaluate'
import { UsageError } from '#trial/usage-error'
import { plainJson } from '#wire/plain-text'
import { tableLines } from '../table.ts'
import { chosenModel } from './chosen-model.ts'
import { foundSamples } from './found-samples.ts'
import { figure, percent } from './model-card-text.ts'

interface EvalOptions {
  selectorModel?: string
  trainedOn?: string[]
  json?: boolean
}

/** `delver selector eval`: judges a model by trials that it was not trained on. */
export function evalCommand(): Command {
  return new Command('eval')
    .description('judge predicted horizons by trials that were not trained on')
    .argument('<folders...>', 'of trials that were played')
    .option('--selector-model <file>', 'the model to judge (default: the one that comes with it)')
    .option(
      '--trained-on <folders...>',
      'compare with simple rules that are fitted to these trials; worlds among them are left out',
    )
    .option('--json', 'print the figures as one line of JSON')
    .action(async (folders: string[], { selectorModel, trainedOn, json }: EvalOptions) => {
      const model = chosenModel(selectorModel ?? null)
      const training = trainedOn ? foundSamples(trainedOn).samples : []
      const evaluations = await judge(model, foundSamples(folders).samples, training)
      if (json) console.log(plainJson(evaluations))
      else console.log(evaluationLines(evaluations).join('\n'))
    })
}

export interface Judged {
  readonly name: string
  readonly evaluation: Evaluation
}

/**
 * How well the model does, and simple rules that are fitted to what it was trained on where that is given.
 * @throws UsageError when all samples are of worlds that were trained on.
 */
export async function judge(
  model: HorizonModel,
  samples: readonly Sample[],
  training: readonly Sample[],
): Promise<Judged[]> {
  const known = new Set(training.map(({ trial }) => trial))
  const others = samples.filter(({ trial }) => !known.has(trial))
  if (others.length === 0) throw new UsageError('all of these worlds were trained on')
  const left = samples.length - others.length
  if (left > 0) console.error(`left out: ${left} samples of worlds that were trained on`)
  const learned: Predictor = ({ features }) => model.distribution(features)
  const predictors = { 'the model': learned, ...(await simpleRules(training)) }
  return Object.entries(predictors).map(([name, predictor]) => ({
    name,
    evaluation: evaluate(others, predictor),
  }))
}

async function simpleRules(training: readonly Sample[]): Promise<Record<string, Predictor>> {
  if (training.length === 0) return {}
  const { constantPredictor, estimatePredictor, linePredictor } = await import(
    '#selector/training/baselines'
  )
  const distance = FEATURES.findIndex(({ name }) => name === 'source.distance')
  return {
    'a constant': constantPredictor(training),
    'distance alone': linePredictor(training, distance),
    'the estimate': estimatePredictor(training),
  }
}

export function evaluationLines(all: readonly Judged[]): string[] {
  const [model] = all
  const groups = Object.entries(model?.evaluation.byGroup ?? {})
  return [
    ...tableLines([
      ['predicted by', ...HEADINGS],
      ...all.map(({ name, evaluation }) => [name, ...cells(evaluation.overall)]),
    ]),
    '',
    ...tableLines([
      ['the model, for', ...HEADINGS],
      ...groups.map(([name, of]) => [name, ...cells(of)]),
    ]),
  ]
}

const HEADINGS = [
  'samples',
  'reached',
  '-log mu',
  '50 % covers',
  '80 % covers',
  'rank',
  'factor off',
]

function cells(scores: Scores): string[] {
  return [
    String(scores.samples),
    String(scores.reached),
    figure(scores.negativeLogLikelihood),
    percent(scores.coverage50),
    percent(scores.coverage80),
    figure(scores.rankCorrelation),
    figure(scores.medianFactorOff),
  ]
}
