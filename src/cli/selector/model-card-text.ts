import type { ModelCard } from '#selector/models/model-file'

/** What a model was learned from and how good it is, for people. */
export function cardLines(card: ModelCard): string[] {
  const { source, training, heldOut, seed, library, epochs, scores } = card
  return [
    `learned from  ${training.samples} samples of ${training.trials} worlds (${source}), ${training.censored} of goals that were not reached`,
    `judged by     ${heldOut.samples} samples of ${heldOut.trials} other worlds, ${heldOut.censored} of goals that were not reached`,
    `trained with  ${library}, seed ${seed}, ${epochs.join(', ')} passes`,
    `there         rank correlation ${figure(scores.rankCorrelation)}, median factor off ${figure(scores.medianFactorOff)}, 80 % intervals cover ${percent(scores.coverage80)}`,
  ]
}

/** Two decimals; a dash for what there is nothing to tell by. */
export function figure(value: number | null): string {
  return value === null ? '-' : value.toFixed(2)
}

export function percent(share: number | null): string {
  return share === null ? '-' : `${(100 * share).toFixed(0)} %`
}
