/**
 * Prints the number of structures in the practice world beside the game's placement:
 * `npx node bench/structures.ts [--mc-version 1.16.5] [--seeds 2] [--radius 16]`.
 */
import { parseArgs } from 'node:util'
import { tableLines } from '#cli/table'
import { registryFor } from '#knowledge/registry'
import { createTerrain } from '#world/terrain/terrain'

const { values } = parseArgs({
  options: {
    'mc-version': { type: 'string', default: '1.16.5' },
    seeds: { type: 'string', default: '2' },
    radius: { type: 'string', default: '16' },
  },
})
const registry = registryFor(values['mc-version'])
const tall = registry.data.supportFeature('tallWorld')
const radius = Number(values.radius)
const counts = new Map<string, number>()
const add = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1)
for (let seed = 1; seed <= Number(values.seeds); seed++) {
  const terrain = createTerrain(registry, seed)
  for (let x = -radius; x < radius; x++)
    for (let z = -radius; z < radius; z++)
      for (const entity of terrain.blockEntities(terrain.column(x, z)))
        add(entity.kind === 'spawner' ? entity.mob : entity.table)
}
const chunks = Number(values.seeds) * (2 * radius) ** 2
const of = (...kinds: string[]) => kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)
const rooms = of('zombie', 'skeleton', 'spider')
const share = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`
console.log(`Minecraft ${values['mc-version']}, ${chunks} chunks`)
for (const line of tableLines([
  ['', 'here', 'game', 'source'],
  [
    'monster rooms in 100 chunks',
    ((100 * rooms) / chunks).toFixed(2),
    `${tall ? '10 + 4' : '8'} attempts in a chunk`,
    'Minecraft Wiki, Monster Room',
  ],
  ['of them with zombies', share(of('zombie'), rooms), '50 %', 'Minecraft Wiki'],
  ['with skeletons', share(of('skeleton'), rooms), '25 %', 'Minecraft Wiki'],
  ['with spiders', share(of('spider'), rooms), '25 %', 'Minecraft Wiki'],
  ['chests in a monster room', (of('dungeon') / rooms).toFixed(2), '0 to 2', 'Minecraft Wiki'],
  [
    'ruined portals with a chest in 1,600 chunks',
    ((1600 * of('ruined_portal')) / chunks).toFixed(2),
    registry.hasBlock('crying_obsidian') ? '1 portal' : 'none',
    'worldgen/structure_set/ruined_portals.json',
  ],
  [
    'chests of mineshafts in 100 chunks',
    ((100 * of('mineshaft')) / chunks).toFixed(2),
    'start in 0.4 % of the chunks',
    'worldgen/structure_set/mineshafts.json',
  ],
  [
    'chests of villages in 1,000 chunks',
    ((1000 * of('village_house', 'village_smithy')) / chunks).toFixed(2),
    `one village in ${tall ? 34 : 32} x ${tall ? 34 : 32} chunks of its biomes`,
    'worldgen/structure_set/villages.json',
  ],
]))
  console.log(line)
