/**
 * Prints how far a shaft leads down beside a cave that has stopped one: by the length of the tunnel between them, in any
 * direction and away from what shows of the cave through the hole. A fall of more than 7 blocks or a liquid stops a shaft.
 * `npx node bench/around-caverns.ts [--mc-version 26.1] [--to 16] [--seeds 30] [--columns 12]`
 */
import { parseArgs } from 'node:util'
import seedrandom from 'seedrandom'
import { tableLines } from '#cli/table'
import { SIDES } from '#geometry/neighbours'
import { registryFor } from '#knowledge/registry'
import { createTerrain, type Terrain } from '#world/terrain/terrain'

const { values } = parseArgs({
  options: {
    'mc-version': { type: 'string', default: '26.1' },
    to: { type: 'string', default: '16' },
    seeds: { type: 'string', default: '30' },
    columns: { type: 'string', default: '12' },
  },
})
const registry = registryFor(values['mc-version'])
const bottom = Number(values.to)
const DEEPEST_FALL = 7
const TUNNELS = [1, 2, 3, 4, 6, 8, 12, 16]
/** Distance of the columns from the start (blocks), and thickness of the soil. */
const AROUND = 30
const SOIL = 3
/** Depths below the feet at which the sides of a cave show through a hole. */
const SEEN = [2, 3, 4]
/** A shaft of this depth is worth its tunnel (levels). */
const WORTH = 3

type Kind = 'rock' | 'open' | 'liquid'

function kindsOf(terrain: Terrain): (x: number, y: number, z: number) => Kind {
  return (x, y, z) => {
    const column = terrain.peek(x >> 4, z >> 4)
    const name = registry.blockName(column.getBlockStateId({ x: x & 15, y, z: z & 15 }))
    if (/air$/.test(name)) return 'open'
    return /^(water|lava)$/.test(name) ? 'liquid' : 'rock'
  }
}

/** Height of the feet where a shaft ends, and what ends it. */
function shaftFrom(kind: ReturnType<typeof kindsOf>, x: number, from: number, z: number) {
  let y = from
  while (y > bottom) {
    let fall = 1
    while (kind(x, y - 1 - fall, z) === 'open') fall++
    const isWet = (depth: number) =>
      SIDES.some(([dx, dz]) => kind(x + dx, y - depth, z + dz) === 'liquid')
    const depths = Array.from({ length: fall }, (_, i) => i + 1)
    if (kind(x, y - 1 - fall, z) === 'liquid' || depths.some(isWet)) return { y, end: 'liquid' }
    if (fall > DEEPEST_FALL) return { y, end: 'fall' }
    y -= fall
  }
  return { y, end: 'bottom' }
}

const random = seedrandom('columns')
const within = () => Math.floor(2 * AROUND * random()) - AROUND
const ends = new Map<string, number>()
const levels = TUNNELS.map(() => ({ any: [] as number[], away: [] as number[] }))
for (let seed = 1; seed <= Number(values.seeds); seed++) {
  const terrain = createTerrain(registry, seed)
  const kind = kindsOf(terrain)
  for (let i = 0; i < Number(values.columns); i++) {
    const [x, z] = [terrain.spawn.x + within(), terrain.spawn.z + within()]
    const start = terrain.surface(x, z) - SOIL
    if (start <= bottom || kind(x, start - 1, z) !== 'rock') continue
    const { y, end } = shaftFrom(kind, x, start, z)
    ends.set(end, (ends.get(end) ?? 0) + 1)
    if (end !== 'fall') continue
    const seen = ([dx, dz]: readonly [number, number]) =>
      SEEN.filter((depth) => kind(x + dx, y - depth, z + dz) === 'open').length
    const [away] = SIDES.toSorted((a, b) => seen(a) - seen(b))
    for (const [at, blocks] of TUNNELS.entries())
      for (const side of SIDES) {
        const [toX, toZ] = [x + side[0] * blocks, z + side[1] * blocks]
        const isFloor = kind(toX, y - 1, toZ) === 'rock'
        const depth = isFloor ? y - shaftFrom(kind, toX, y, toZ).y : 0
        levels[at]?.any.push(depth)
        if (side === away) levels[at]?.away.push(depth)
      }
  }
}

const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length
const worth = (numbers: readonly number[]) =>
  `${Math.round(100 * mean(numbers.map((depth) => (depth >= WORTH ? 1 : 0))))} %`
console.log(`shafts that end at: ${[...ends].map(([end, count]) => `${end} ${count}`).join(', ')}`)
const head = ['tunnel', `${WORTH} levels and more`, 'levels', 'away from the cave', 'levels']
const rows = levels.map(({ any, away }, at) =>
  [TUNNELS[at], worth(any), mean(any).toFixed(1), worth(away), mean(away).toFixed(1)].map(String),
)
console.log(tableLines([head, ...rows]).join('\n'))
