/** Figures of the Nether's terrain beside the game's: `node bench/nether-figures.ts [version] [chunks]`. */
import { Vec3 } from 'vec3'
import { registryFor } from '#knowledge/registry'
import { Dice } from '#world/terrain/chance'
import { createNetherTerrain } from '#world/terrain/nether/nether-terrain'
import { Vein } from '#world/terrain/vein'

const [version = '1.20.6', chunks = '200'] = process.argv.slice(2)
const registry = registryFor(version)
const count = Number(chunks)
const blocks = new Map<string, number>()
/** Open blocks, with and without lava, by 16 heights. */
const open = new Array<number>(8).fill(0)
let lava = 0
const start = performance.now()
let spent = 0
for (let i = 0; i < count; i++) {
  const terrain = createNetherTerrain(registry, 77_001 + (i % 10), new Vec3(0, 64, 0))
  const began = performance.now()
  const column = terrain.column(i * 3, -i)
  spent += performance.now() - began
  for (let y = 0; y < 128; y++)
    for (let x = 0; x < 16; x++)
      for (let z = 0; z < 16; z++) {
        const name = registry.blockName(column.getBlockStateId({ x, y, z }))
        blocks.set(name, (blocks.get(name) ?? 0) + 1)
        if (name === 'air' || name === 'lava') open[y >> 4] = (open[y >> 4] ?? 0) + 1
        if (name === 'lava' && y < 32) lava++
      }
}
const seconds = ((performance.now() - start) / 1000).toFixed(1)
console.log(
  `${version}: ${count} chunks in ${seconds} s, ${(spent / count).toFixed(2)} ms a column`,
)
for (const [name, number] of [...blocks].sort(([, a], [, b]) => b - a))
  console.log(name.padEnd(20), (number / count).toFixed(1))
console.log(
  'open by 16 heights (%):',
  open.map((n) => ((n / count / 4096) * 100).toFixed(0)).join(' '),
)
console.log('lava below y 32 (%):', ((lava / count / 8192) * 100).toFixed(0))

/** Blocks of quartz ore in a chunk of solid rock, from the game's veins. */
const vein = new Vein(14)
const dice = new Dice(1)
let total = 0
for (let i = 0; i < 4000; i++) {
  const found = new Set<string>()
  vein.lay(dice, 14, 16, 60, 16)
  vein.rows(32, (from, to, y, z) => {
    for (let x = from; x <= to; x++) found.add(`${x},${y},${z}`)
  })
  total += found.size
}
console.log('quartz in solid rock, 16 veins:', ((total / 4000) * 16).toFixed(1))
