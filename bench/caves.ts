/**
 * Prints the share of caves in the rock under dry ground, by height and contents:
 * `npx node bench/caves.ts [--mc-version 1.16.5] [--chunks 400] [--seeds 3]`.
 */
import { parseArgs } from 'node:util'
import { registryFor } from '#knowledge/registry'
import { createTerrain } from '#world/terrain/terrain'
import { type CaveCounts, countCaves } from './cave-figures.ts'

const { values } = parseArgs({
  options: {
    'mc-version': { type: 'string', default: '1.16.5' },
    chunks: { type: 'string', default: '400' },
    seeds: { type: 'string', default: '3' },
  },
})
const registry = registryFor(values['mc-version'])
const tall = registry.data.supportFeature('tallWorld')
const seeds = Number(values.seeds)
const worlds = Array.from({ length: seeds }, (_, i) =>
  countCaves(registry, createTerrain(registry, i + 1), {
    chunks: Number(values.chunks),
    band: 10,
    from: tall ? -60 : 0,
    to: 120,
  }),
)

const sum = (y: number, kind: keyof CaveCounts) =>
  worlds.reduce((total, world) => total + (world.get(y)?.[kind] ?? 0), 0)

console.log(`Minecraft ${values['mc-version']}, ${values.chunks} chunks of each of ${seeds} seeds`)
console.log('from y    air  water   lava  (% of the rock)')
for (const y of worlds[0]?.keys() ?? []) {
  const all = sum(y, 'all')
  if (all === 0) continue
  const percent = (kind: keyof CaveCounts) => ((sum(y, kind) / all) * 100).toFixed(2).padStart(6)
  console.log(String(y).padStart(6), percent('air'), percent('water'), percent('lava'))
}
