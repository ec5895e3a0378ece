import { chanceAt, Dice } from '../chance.ts'
import type { Canvas } from './canvas.ts'
import { matterOf } from './matter.ts'
import { Starts } from './starts.ts'
import type { Structure, StructureSite } from './structure.ts'

/** Chance of a geode in a chunk and the heights of its centre (inclusive), in 1.17 and from 1.18 on. */
const FIRST = { chance: 1 / 53, lowest: 6, highest: 46 }
const TALL = { chance: 1 / 24, lowest: -58, highest: 30 }
/** Number of lobes, their largest distance from the centre, and the radius of the whole (blocks). */
const MIN_LOBES = 3
const MAX_LOBES = 4
const LOBE_OFFSET = 2
const MIN_RADIUS = 6
const MAX_RADIUS = 8
/** Outer bounds of the layers as shares of the radius. */
const AIR = 0.6
const AMETHYST = 0.74
const CALCITE = 0.88
const CRACK_CHANCE = 0.95
const CRACK_RADIUS = 1.8
const BUDDING = 0.083
/** Chance of a bud on each open face of budding amethyst. */
const BUDS = 0.35
/** A geode needs rock at its lobes: it is left out when more of them than this are in caves. */
const MAX_OPEN = 1
const SALT = 70

const FACES = [
  ['up', 0, 1, 0],
  ['down', 0, -1, 0],
  ['north', 0, 0, -1],
  ['south', 0, 0, 1],
  ['west', -1, 0, 0],
  ['east', 1, 0, 0],
] as const
const GROWTHS = [
  'small_amethyst_bud',
  'medium_amethyst_bud',
  'large_amethyst_bud',
  'amethyst_cluster',
]

interface Point {
  x: number
  y: number
  z: number
}

interface Geode {
  centre: Point
  lobes: Point[]
  radius: number
  /** Unit vector from the centre to the crack. */
  crack: Point | undefined
}

/** Amethyst geodes, with the game's density and layers in a shape of their own. */
export function createGeodes(site: StructureSite): Structure | undefined {
  const { registry, seed, tall, climate, mayCarve, minY } = site
  if (!registry.hasBlock('budding_amethyst')) return undefined
  const { chance, lowest, highest } = tall ? TALL : FIRST
  const matter = matterOf(registry)
  const bedrock = registry.blockState('bedrock')
  const [amethyst, budding, calcite, basalt] = [
    ...['amethyst_block', 'budding_amethyst', 'calcite', 'smooth_basalt'],
  ].map((name) => registry.blockState(name)) as [number, number, number, number]
  const buds = FACES.map(([facing]) => GROWTHS.map((name) => registry.blockState(name, { facing })))

  const starts = new Starts<Geode>((chunkX, chunkZ) => {
    const dice = new Dice(seed, chunkX, chunkZ, SALT)
    const centre = {
      x: chunkX * 16 + dice.below(16),
      y: lowest + dice.below(highest - lowest + 1),
      z: chunkZ * 16 + dice.below(16),
    }
    const off = () => (dice.next() * 2 - 1) * LOBE_OFFSET
    const count = MIN_LOBES + dice.below(MAX_LOBES - MIN_LOBES + 1)
    const lobes = Array.from({ length: count }, () => ({
      ...{ x: centre.x + off(), y: centre.y + off(), z: centre.z + off() },
    }))
    const radius = MIN_RADIUS + dice.next() * (MAX_RADIUS - MIN_RADIUS)
    const yaw = dice.next() * 2 * Math.PI
    const slope = (dice.next() * 2 - 1) * 0.8
    const flat = Math.sqrt(1 - slope * slope)
    const crack = { x: Math.cos(yaw) * flat, y: slope, z: Math.sin(yaw) * flat }
    const isCovered = climate.at(centre.x, centre.z).height > centre.y + radius
    const open = lobes.filter(({ x, y, z }) =>
      mayCarve(Math.floor(x), Math.floor(y), Math.floor(z)),
    )
    if (!isCovered || open.length > MAX_OPEN) return null
    return { centre, lobes, radius, crack: dice.next() < CRACK_CHANCE ? crack : undefined }
  })

  function place(canvas: Canvas, geode: Geode): void {
    const { centre, radius, crack } = geode
    const reach = Math.ceil(radius) + LOBE_OFFSET
    const grown: Point[] = []
    const { chunkX, chunkZ } = canvas
    for (
      let x = Math.max(chunkX * 16, centre.x - reach);
      x <= Math.min(chunkX * 16 + 15, centre.x + reach);
      x++
    )
      for (
        let z = Math.max(chunkZ * 16, centre.z - reach);
        z <= Math.min(chunkZ * 16 + 15, centre.z + reach);
        z++
      )
        for (let y = Math.max(minY, centre.y - reach); y <= centre.y + reach; y++) {
          const share = distance(geode, x, y, z) / radius
          if (share >= 1 || canvas.get(x, y, z) === bedrock) continue
          if (share < AIR) canvas.set(x, y, z, 0)
          else if (crack && inCrack(centre, crack, x, y, z) && isCracked(canvas, x, y, z)) continue
          else if (share < AMETHYST) {
            const isBudding = chanceAt(seed + 1, x, y, z) < BUDDING
            canvas.set(x, y, z, isBudding ? budding : amethyst)
            if (isBudding) grown.push({ x, y, z })
          } else canvas.set(x, y, z, share < CALCITE ? calcite : basalt)
        }
    for (const at of grown) growBuds(canvas, at)
  }

  /** Opens a block of the crack, unless a liquid would flow in. */
  function isCracked(canvas: Canvas, x: number, y: number, z: number): boolean {
    return !matter.liquid(canvas.get(x, y, z)) && canvas.carve(x, y, z)
  }

  function growBuds(canvas: Canvas, { x, y, z }: Point): void {
    FACES.forEach(([, dx, dy, dz], face) => {
      const chance = chanceAt(seed + 2 + face, x, y, z)
      if (chance >= BUDS || canvas.get(x + dx, y + dy, z + dz) !== 0) return
      const kind = Math.floor((chance / BUDS) * GROWTHS.length)
      canvas.set(x + dx, y + dy, z + dz, buds[face]?.[kind] ?? 0)
    })
  }

  return {
    generate(canvas) {
      for (let z = canvas.chunkZ - 1; z <= canvas.chunkZ + 1; z++) {
        for (let x = canvas.chunkX - 1; x <= canvas.chunkX + 1; x++) {
          if (chanceAt(seed, x, SALT, z) >= chance) continue
          const geode = starts.at(x, z)
          if (geode) place(canvas, geode)
        }
      }
    },
  }
}

/** Distance from the surface of points around the lobes: the harmonic mean of the distances from them. */
function distance({ lobes }: Geode, x: number, y: number, z: number): number {
  let sum = 0
  for (const lobe of lobes) sum += 1 / (Math.hypot(x - lobe.x, y - lobe.y, z - lobe.z) + 0.01)
  return lobes.length / sum
}

function inCrack(centre: Point, crack: Point, x: number, y: number, z: number): boolean {
  const [dx, dy, dz] = [x - centre.x, y - centre.y, z - centre.z]
  const along = dx * crack.x + dy * crack.y + dz * crack.z
  if (along <= 0) return false
  return dx * dx + dy * dy + dz * dz - along * along < CRACK_RADIUS ** 2
}
