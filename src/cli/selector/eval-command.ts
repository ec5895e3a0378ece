import { Command } from 'commander'
import type { Sample } from '#selector/data/sample'
import { FEATURES } from '#selector/features/features'
import type { HorizonModel } from '#selector/models/horizon-model'
import type { Scores } from '#selector/models/model-file'
import type { Predictor } from '#selector/training/baselines'
import { type Evaluation, evaluate } from '#selector/training/evaluate'
import { UsageError } from '#trial/errors'
import { plainJson } from '#wire/plain-text'
import { counted } from '#wire/wording'
import { GROUP } from '../help.ts'
import { tableLines } from '../table.ts'
import { chosenModel } from './chosen-model.ts'
import { foundSamples } from './found-samples.ts'
import { figure, percent } from './model-card-text.ts'

interface EvalOptions {
  selectorModel?: string
  trainedOn?: string[]
  json?: boolean
}

/** `delver selector eval`: evaluates a model on trials that it was not trained on. */
export function evalCommand(): Command {
  return new Command('eval')
    .description('Evaluate predicted horizons on trials outside the training set.')
    .argument('<folders...>', 'folders of finished trials')
    .option('--selector-model <file>', 'model to evaluate (default: the built-in one)')
    .option(
      '--trained-on <folders...>',
      'training trials: fits simple baselines to them and excludes their worlds',
    )
    .optionsGroup(GROUP.output)
    .option('--json', 'print the scores as one line of JSON')
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
 * The scores of the model and of simple baselines that are fitted to the training samples.
 * @throws UsageError when all samples are from worlds of the training set.
 */
export async function judge(
  model: HorizonModel,
  samples: readonly Sample[],
  training: readonly Sample[],
): Promise<Judged[]> {
  const known = new Set(training.map(({ trial }) => trial))
  const others = samples.filter(({ trial }) => !known.has(trial))
  if (others.length === 0) throw new UsageError('all of these worlds are in the training set')
  const left = samples.length - others.length
  if (left > 0) console.error(`skipped: ${counted(left, 'sample')} from worlds of the training set`)
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
