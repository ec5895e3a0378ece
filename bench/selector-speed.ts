/**
 * Prints the processor time that a choice of the horizon selector takes: the features of its candidates, and the
 * predictions of the shipped model, or of a random one if none is shipped:
 *
 *     npx node bench/selector-speed.ts [candidates]
 */
import { existsSync, readFileSync } from 'node:fs'
import { inventoryObservation } from '#goal/observation'
import { featuresOf } from '#selector/features/features'
import { HorizonModel } from '#selector/models/horizon-model'
import { modelFileSchema } from '#selector/models/model-file'
import { defaultModelFile } from '#selector/models/read-model'
import { candidatesFor } from '#strategies/deps/candidates'
import { drawnCandidates, drawnModel } from '../test/support/horizon-model.ts'
import { goalOf, language, registry } from '../test/support/language.ts'

const ROUNDS = 15
const CHOICES = 60

const count = Number(process.argv[2] ?? 16)
const shipped = defaultModelFile()
const isShipped = existsSync(shipped)
const file = isShipped
  ? modelFileSchema.parse(JSON.parse(readFileSync(shipped, 'utf8')))
  : drawnModel('bench')
const model = new HorizonModel(file)
const drawn = drawnCandidates(file, count, 'candidates')
const [middle, best] = timed(() => {
  for (const features of drawn) model.predict(features)
})
console.log(
  `${middle} µs to predict for ${count} candidates, ${best} at best (${isShipped ? 'the shipped model' : 'a drawn model'})`,
)

const observation = inventoryObservation(registry, { oak_log: 3, stone_pickaxe: 1 })
const goals = ['mine({log:4}, null)', "mine({iron_ore:3}, 'stone_pickaxe')", 'hunt({beef:1}, null)']
const candidates = candidatesFor(language, goals.map(goalOf), observation)
const [features, least] = timed(() => {
  for (const one of candidates) featuresOf(one, candidates, observation)
})
console.log(
  `${features} µs to compute the features of ${candidates.length} candidates, ${least} at best`,
)

/** Processor time of one run of some work (µs): the median over all rounds, and the best round. */
function timed(work: () => void): [median: string, best: string] {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    for (let choice = 0; choice < CHOICES; choice++) work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / CHOICES
  }).sort((a, b) => a - b)
  return [(times[Math.floor(ROUNDS / 2)] ?? 0).toFixed(0), (times[0] ?? 0).toFixed(0)]
}
