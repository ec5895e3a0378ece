/**
 * Prints the ores of the practice world, per chunk and by height, next to the expected numbers from the game's
 * sizes, counts and heights in solid rock:
 * `npx node bench/ores.ts [--mc-version 1.16.5] [--chunks 200] [--seed 1]`.
 */
import { parseArgs } from 'node:util'
import { registryFor } from '#knowledge/registry'
import { createTerrain } from '#world/terrain/terrain'
import { figuresOfTables, figuresOfWorld, total } from './ore-figures.ts'

const { values } = parseArgs({
  options: {
    'mc-version': { type: 'string', default: '1.16.5' },
    chunks: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})
const registry = registryFor(values['mc-version'])
const terrain = createTerrain(registry, Number(values.seed))
const expected = figuresOfTables(registry)
const found = figuresOfWorld(registry, terrain, Number(values.chunks))

const cell = (text: string | number) => (typeof text === 'number' ? text.toFixed(2) : text)
const row = (...cells: (string | number)[]) =>
  console.log(cells.map((text, i) => cell(text)[i ? 'padStart' : 'padEnd'](13)).join(' '))

console.log(`Minecraft ${values['mc-version']}, ${values.chunks} chunks of seed ${values.seed}`)
row('per chunk', 'found', 'in the tables', 'share')
for (const kind of expected.keys()) {
  const share = total(found, kind) / total(expected, kind)
  row(kind, total(found, kind), total(expected, kind), share)
}
const BAND = 16
const heights = [...expected.values()].flatMap((byHeight) => [...byHeight.keys()])
const lowest = Math.floor(Math.min(...heights) / BAND) * BAND
console.log('\nfound/in the tables, by height')
row('from y', ...[...expected.keys()].map((kind) => kind.replace('_ore', '')))
for (let y = Math.max(lowest, -64); y <= Math.max(...heights) && y < 192; y += BAND) {
  const between = (kind: string) =>
    [found, expected].map((figures) => total(figures, kind, y, y + BAND - 1).toFixed(2)).join('/')
  row(String(y), ...[...expected.keys()].map(between))
}
