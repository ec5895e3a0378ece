/**
 * Prints the cost of perception while a bot runs through the practice world, and the contents of its memory.
 *
 *     npx node bench/perception.ts [version] [ticks] [seed]
 */
import { ClientWorld } from '#body/client-world'
import { GameClock } from '#clock/game-clock'
import { Simulation } from '#clock/simulation'
import { blockTableOf } from '#knowledge/block-traits'
import { registryFor } from '#knowledge/registry'
import { isRare } from '#perception/exposed-blocks'
import { createPerception } from '#perception/perception'
import { practice } from '../test/support/practice.ts'

/** Interval at which the bot checks its progress, and turns if it is stuck (ticks). */
const LEG_TICKS = 20
const MIN_LEG_BLOCKS = 2

const [version = '1.16.5', ticks = '1200', seed = '1'] = process.argv.slice(2)
const { bot, simulation, close } = await practice({
  version,
  seed: Number(seed),
  viewDistance: 6,
})
const clock = new GameClock()
const world = new ClientWorld(bot)
const seen = createPerception(world, registryFor(version), { mode: 'seen', clock })
const loaded = createPerception(world, registryFor(version), { mode: 'loaded', clock })
const costs: number[] = []
bot.on('physicsTick', () => {
  const before = seen.stats.wallMs
  seen.update()
  loaded.update()
  costs.push(seen.stats.wallMs - before)
})

const started = Simulation.wallMs()
bot.setControlState('forward', true)
bot.setControlState('sprint', true)
bot.setControlState('jump', true)
let ran = 0
for (let tick = 0; tick < Number(ticks); tick += LEG_TICKS) {
  const before = bot.entity.position.clone()
  await simulation.advance(LEG_TICKS)
  const leg = bot.entity.position.distanceTo(before)
  ran += leg
  if (leg < MIN_LEG_BLOCKS) bot.entity.yaw += 0.8
}
const wallMs = Simulation.wallMs() - started
costs.sort((a, b) => a - b)

const quantile = (part: number) => (costs[Math.floor(part * (costs.length - 1))] ?? 0).toFixed(2)
console.log(`${version}, seed ${seed}: ${costs.length} ticks in ${Math.round(wallMs)} ms,`)
console.log(`  ran ${Math.round(ran)} blocks`)
for (const { mode, stats } of [seen, loaded]) {
  const each = stats.wallMs / costs.length
  const share = (100 * stats.wallMs) / wallMs
  console.log(`  ${mode}: ${each.toFixed(3)} ms a tick, ${share.toFixed(1)} % of the run`)
}
console.log(`  a look: median ${quantile(0.5)}, 99 % ${quantile(0.99)}, worst ${quantile(1)} ms`)

const kinds = blockTableOf(registryFor(version)).kindNames.filter(Boolean)
const rare = kinds.filter(isRare)
const at = bot.entity.position
for (const { mode, memory } of [seen, loaded]) {
  const counts = new Map<string, number>()
  for (const { kind } of memory.blocks(rare, at, { maxDistance: 48 }))
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const parts = [...counts].slice(0, 8).map(([kind, count]) => `${count} ${kind}`)
  console.log(`  ${mode} within 48: ${parts.join(', ')}`)
  for (const [name, wanted] of [
    ['stone', ['stone']],
    ['logs', kinds.filter((kind) => kind.endsWith('_log'))],
  ] as const) {
    const start = Simulation.wallMs()
    for (let i = 0; i < 100; i++) memory.blocks(wanted, at, { limit: 8, maxDistance: 64 })
    const each = (Simulation.wallMs() - start) / 100
    console.log(`  ${mode}: nearest 8 ${name} in ${each.toFixed(3)} ms`)
  }
}
console.log(`  ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB resident`)
await close()
