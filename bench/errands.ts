/**
 * Gives the agent single tasks in the practice world, and prints how many it completed and in how many ticks:
 *
 *     npx node bench/errands.ts --seeds 30401-30406 --out runs/errands [--errands mutton,leather] [--perception player]
 *
 * It takes the options of `delver trials`, and resumes an interrupted run with the same `--out`.
 */
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { playCampaign } from '#cli/play-campaign'
import { parseSeeds } from '#cli/seeds'
import { stopSignal } from '#cli/stop-signal'
import { tableLines } from '#cli/table'
import { addTrialOptions, type TrialOptions, trialSettings } from '#cli/trial-options'
import { count } from '#cli/whole-number'
import type { TrialResult } from '#trial/result'
import { median } from '#trial/statistics'

/** The item of each errand, and its task. */
const ERRANDS: Readonly<Record<string, string>> = {
  logs: 'obtain:log:6',
  pickaxe: 'obtain:crafting_table+stick+wooden_pickaxe',
  cobblestone: 'obtain:cobblestone:11',
  'raw-iron': 'obtain:raw_iron:3',
  ingots: 'obtain:iron_ingot:3',
  mutton: 'obtain:mutton',
  beef: 'obtain:beef',
  porkchop: 'obtain:porkchop',
  wool: 'obtain:white_wool',
  leather: 'obtain:leather:4',
  bed: 'craft_bed',
  painting: 'craft_painting',
  carpet: 'craft_carpet',
  boots: 'equip_leather_boots',
}

interface ErrandOptions extends TrialOptions {
  readonly seeds: number[]
  readonly out: string
  readonly errands: string
  readonly workers: number
}

const command = addTrialOptions(new Command('errands'))
  .requiredOption('--seeds <list>', 'such as 1-30 or 1-5,40', parseSeeds)
  .requiredOption('--out <folder>', 'where the folders of the trials go')
  .option('--errands <names>', 'which of them', Object.keys(ERRANDS).join(','))
  .option('--workers <number>', 'trials at a time', count, 1)
  .parse()
const options: ErrandOptions = command.opts()
const errands = options.errands.split(',').map((name) => {
  const task = ERRANDS[name]
  return task ? { name, task } : command.error(`no errand "${name}"`)
})

const results = await playCampaign({
  trials: errands.flatMap(({ task }) =>
    options.seeds.map((seed) => trialSettings(task, seed, options, null)),
  ),
  folder: options.out,
  workers: options.workers,
  recording: false,
  model: null,
  launcher: fileURLToPath(new URL('../bin/delver.js', import.meta.url)),
  signal: stopSignal(),
  stream: process.stderr,
})
const rows = errands.map(({ name, task }) => {
  const trials = results.filter((result) => result.task === task)
  return [name, ...figures(trials)]
})
console.log(
  tableLines([['errand', 'obtained', 'median ticks', 'mean ticks', 'ends'], ...rows]).join('\n'),
)
process.exit()

/** Share obtained, ticks of all trials (those without success count their whole time), and how the others ended. */
function figures(trials: readonly TrialResult[]): string[] {
  const ticks = trials.map(({ success, ticks, settings }) => (success ? ticks : settings.maxTicks))
  const mean = ticks.reduce((sum, value) => sum + value, 0) / ticks.length
  const failed = trials.filter(({ success }) => !success)
  return [
    `${trials.length - failed.length}/${trials.length}`,
    String(median(ticks) ?? '-'),
    mean.toFixed(0),
    failed.map(({ seed, end }) => `${seed} ${end}`).join(', '),
  ]
}
