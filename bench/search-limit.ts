/**
 * Prints what ideal searching for a diamond could reach from the iron pickaxes of some ObtainDiamond trials, beside what they
 * reached: `npx node bench/search-limit.ts runs/player [...]`. See "Limit" in docs/results/README.md.
 */
import seedrandom from 'seedrandom'
import { percent, rate } from '#report/numbers'
import { readResult, type TrialResult } from '#trial/result'
import { trialsIn } from '#trial/sample-folders'
import { median, wilsonInterval } from '#trial/statistics'

/** An ideal search: ticks for one vein on average, and for the way down from where the pickaxe is made. */
interface Search {
  readonly perVein: number
  readonly down: number
}

/** Blocks to dig for a vein, times ticks a block, with an iron pickaxe and a vanilla client's pauses. */
const CRAWLING: Search = { perVein: 361 * 14, down: 430 }
const WALKING: Search = { perVein: 476 * 14, down: 430 }
const IN_DEEPSLATE: Search = { perVein: 170 * 21, down: 1300 }

/** Number of imagined campaigns for the spread of the median. */
const CAMPAIGNS = 2000

const results = process.argv
  .slice(2)
  .flatMap(trialsIn)
  .flatMap((folder) => readResult(folder) ?? [])
if (results.length === 0) throw new Error('give folders of ObtainDiamond trials')
const successes = results.filter(({ success }) => success)
console.log(
  `reached: ${successes.length} of ${results.length}, ${rate(successes.length / results.length, wilsonInterval(successes.length, results.length))}, median ${median(successes.map(({ ticks }) => ticks))} ticks, iron pickaxe after ${median(results.map(pickaxeTick))}`,
)

const chance = seedrandom('search-limit')
const campaigns = Array.from({ length: CAMPAIGNS }, () =>
  results.flatMap((result) => imagined(result) ?? []),
)
const medians = campaigns.map((ticks) => median(ticks) ?? 0)
const mean = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length
const middle = mean(medians)
const spread = Math.sqrt(mean(medians.map((one) => (one - middle) ** 2)))
console.log(
  `limit: ${percent(mean(campaigns.map(({ length }) => length)) / results.length)}, median ${Math.round(middle)} ticks (standard deviation of a campaign: ${Math.round(spread)})`,
)

/** The tick at which an ideal search might end; null if that is after the trial's limit, or there was no pickaxe. */
function imagined(result: TrialResult): number | null {
  const { perVein, down } = searchIn(result.settings.version ?? '1.16.5')
  const tick = pickaxeTick(result) + down - perVein * Math.log(1 - chance())
  return tick <= result.settings.maxTicks ? tick : null
}

function pickaxeTick({ milestones }: TrialResult): number {
  return milestones.find(({ name }) => name === 'iron_pickaxe')?.tick ?? Number.POSITIVE_INFINITY
}

function searchIn(version: string): Search {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major === 1 && minor < 14) return WALKING
  return major === 1 && minor < 18 ? CRAWLING : IN_DEEPSLATE
}
