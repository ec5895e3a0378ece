/**
 * Prints what it takes to predict the horizons of the candidates of a choice, of processor time, with the model that comes
 * with Delver, or one that is drawn where there is none:
 *
 *     npx node bench/selector-speed.ts [candidates]
 */
import { existsSync, readFileSync } from 'node:fs'
import { HorizonModel } from '#selector/models/horizon-model'
import { modelFileSchema } from '#selector/models/model-file'
import { defaultModelFile } from '#selector/models/read-model'
import { drawnCandidates, drawnModel } from '../test/support/horizon-model.ts'

const ROUNDS = 15
const CHOICES = 60

const count = Number(process.argv[2] ?? 16)
const shipped = defaultModelFile()
const isShipped = existsSync(shipped)
const file = isShipped
  ? modelFileSchema.parse(JSON.parse(readFileSync(shipped, 'utf8')))
  : drawnModel('bench')
const model = new HorizonModel(file)
const candidates = drawnCandidates(file, count, 'candidates')

const times = Array.from({ length: ROUNDS }, () => {
  const before = process.cpuUsage()
  for (let choice = 0; choice < CHOICES; choice++)
    for (const features of candidates) model.predict(features)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / CHOICES
}).sort((a, b) => a - b)
const middle = times[Math.floor(ROUNDS / 2)] ?? 0
console.log(
  `${middle.toFixed(0)} µs for a choice of ${count} candidates, ${(times[0] ?? 0).toFixed(0)} at best (${isShipped ? 'the model that comes with it' : 'a drawn model'})`,
)
