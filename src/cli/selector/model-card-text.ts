import type { ModelCard } from '#selector/models/model-file'
import { counted } from '#wire/wording'

/** The training data and the scores of a model, for people. */
export function cardLines(card: ModelCard): string[] {
  const { source, agents, training, heldOut, seed, library, epochs, scores } = card
  return [
    `training set  ${counted(training.samples, 'sample')} from ${counted(training.trials, 'world')} (${source}), ${training.censored} censored (goal not reached)`,
    `played by     ${agents.join(', ') || 'an agent from before agents had names'}`,
    `test set      ${counted(heldOut.samples, 'sample')} from ${counted(heldOut.trials, 'other world')}, ${heldOut.censored} censored`,
    `training      ${library}, seed ${seed}, ${epochs.join(', ')} epochs`,
    `test scores   rank correlation ${figure(scores.rankCorrelation)}, median error factor ${figure(scores.medianFactorOff)}, 80 % intervals cover ${percent(scores.coverage80)}`,
  ]
}

/** A number with two decimals, or a dash. */
export function figure(value: number | null): string {
  return value === null ? '-' : value.toFixed(2)
}

export function percent(share: number | null): string {
  return share === null ? '-' : `${(100 * share).toFixed(0)} %`
}
