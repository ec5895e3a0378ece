import { chanceAt, Dice } from '../chance.ts'
import { WATER_LEVEL } from '../climate.ts'
import type { Canvas } from './canvas.ts'
import { type Grid, startsAround } from './grid.ts'
import { matterOf } from './matter.ts'
import { Starts } from './starts.ts'
import type { Structure, StructureSite } from './structure.ts'

const GRID: Grid = { spacing: 40, separation: 15, salt: 80 }
/** Parts lie within this distance of the starting chunk (chunks). */
const REACH = 1
/** Half the extent of the netherrack around the portal (blocks). */
const SPREAD = 5
/** Size of the frame: width and height with the corners, of normal and of giant portals. */
const NORMAL = { width: 4, height: 5 }
const GIANT = { width: 6, height: 8 }
const GIANT_CHANCE = 0.05
/** Shares of frame blocks that are missing, and of those left that are crying obsidian. */
const MISSING = 0.3
const CRYING = 0.15
/** Share of magma in the netherrack, and of moss on stone bricks. */
const MAGMA = 0.07
const MOSSY = 0.2
const CRACKED = 0.3
/** Lowest height of underground portals, chance of one, and chance of air around one. */
const LOWEST = 15
const UNDERGROUND = 0.5
const AIR_POCKET = 0.5
/** Chances of a chest, and of a block of gold on the frame. */
const CHEST = 0.9
const GOLD = 0.5

interface Portal {
  /** Middle of its floor. */
  x: number
  y: number
  z: number
  /** Whether the frame extends along the x axis. */
  alongX: boolean
  width: number
  height: number
  /** Whether there is a space around it in the rock. */
  pocket: boolean
  underground: boolean
  chest: boolean
  gold: boolean
}

/** Ruined portals, with the game's spacing and places and templates of their own. */
export function createRuinedPortals(site: StructureSite): Structure | undefined {
  const { registry, seed, climate } = site
  if (!registry.hasBlock('crying_obsidian')) return undefined
  const matter = matterOf(registry)
  const state = (name: string) => registry.blockState(name)
  const [obsidian, crying] = [state('obsidian'), state('crying_obsidian')]
  const [netherrack, magma, gold] = [state('netherrack'), state('magma_block'), state('gold_block')]
  const bricks = [state('stone_bricks'), state('mossy_stone_bricks'), state('cracked_stone_bricks')]

  const starts = new Starts<Portal>((chunkX, chunkZ) => {
    const dice = new Dice(seed, chunkX, chunkZ, GRID.salt + 1)
    const x = chunkX * 16 + 8
    const z = chunkZ * 16 + 8
    const { height: ground, biome } = climate.at(x, z)
    const { width, height } = dice.next() < GIANT_CHANCE ? GIANT : NORMAL
    const open = /desert|swamp|jungle|ocean/.test(biome.name) || ground < WATER_LEVEL
    const underground = !open && dice.next() < UNDERGROUND
    const buried = biome.name === 'desert' ? 2 : 0
    const y = underground
      ? LOWEST + dice.below(Math.max(1, ground - height - LOWEST - 2))
      : ground - buried
    return {
      ...{ x, y, z, width, height, underground },
      alongX: dice.next() < 0.5,
      pocket: underground && dice.next() < AIR_POCKET,
      chest: dice.next() < CHEST,
      gold: dice.next() < GOLD,
    }
  })

  const chance = (x: number, y: number, z: number, salt: number) => chanceAt(seed + salt, x, y, z)

  /** Netherrack in place of the ground around the portal, thinner with distance. */
  function spread(canvas: Canvas, { x, y, z, underground }: Portal): void {
    for (let dz = -SPREAD; dz <= SPREAD; dz++) {
      for (let dx = -SPREAD; dx <= SPREAD; dx++) {
        const far = Math.hypot(dx, dz) / (SPREAD + 1)
        if (chance(x + dx, 0, z + dz, 3) < far) continue
        const top = underground ? y : climate.at(x + dx, z + dz).height
        if (Math.abs(top - y) > SPREAD) continue
        const depth = 1 + Math.floor(chance(x + dx, 1, z + dz, 3) * 3 * (1 - far))
        for (let at = top; at > top - depth; at--) {
          if (!matter.solid(canvas.get(x + dx, at, z + dz))) continue
          const isMagma = chance(x + dx, at, z + dz, 4) < MAGMA
          canvas.set(x + dx, at, z + dz, isMagma ? magma : netherrack)
        }
      }
    }
  }

  function build(canvas: Canvas, portal: Portal): void {
    const { x, y, z, alongX, width, height, chest } = portal
    spread(canvas, portal)
    const left = -Math.floor(width / 2)
    const at = (across: number, ahead: number) =>
      alongX ? ([x + across, z + ahead] as const) : ([x + ahead, z + across] as const)
    if (portal.pocket)
      for (let across = left - 1; across <= left + width; across++)
        for (let ahead = -2; ahead <= 2; ahead++)
          for (let up = 1; up <= height + 1; up++) {
            const [atX, atZ] = at(across, ahead)
            canvas.carve(atX, y + up, atZ)
          }
    for (let across = left; across < left + width; across++) {
      // The step at both sides of the frame.
      for (const ahead of [-1, 0, 1]) {
        const [atX, atZ] = at(across, ahead)
        const wear = chance(atX, y, atZ, 5)
        const worn = wear < MOSSY ? 1 : wear < MOSSY + CRACKED ? 2 : 0
        canvas.set(atX, y, atZ, bricks[worn] ?? 0)
      }
      for (let up = 0; up < height; up++) {
        const [atX, atZ] = at(across, 0)
        const isFrame =
          across === left || across === left + width - 1 || up === 0 || up === height - 1
        if (!isFrame) {
          if (!portal.underground && !matter.liquid(canvas.get(atX, y + up, atZ)))
            canvas.carve(atX, y + up, atZ)
        } else if (up === 0 || chance(atX, y + up, atZ, 6) >= MISSING) {
          const isCrying = chance(atX, y + up, atZ, 7) < CRYING
          canvas.set(atX, y + up, atZ, isCrying ? crying : obsidian)
        }
      }
    }
    const [goldX, goldZ] = at(left, 0)
    if (portal.gold) canvas.set(goldX, y + height, goldZ, gold)
    if (chest) placeChest(canvas, portal, at(left + width, 1))
  }

  /** Places the chest on the ground beside the frame. */
  function placeChest(canvas: Canvas, portal: Portal, [x, z]: readonly [number, number]): void {
    const y = portal.underground
      ? portal.y + 1
      : Math.max(portal.y + 1, climate.at(x, z).height + 1)
    const wet = matter.liquid(canvas.get(x, y, z))
    const facing = portal.alongX ? 'south' : 'east'
    const properties = { facing, type: 'single', waterlogged: String(wet) }
    const chest = registry.blockState('chest', properties)
    canvas.setEntity({ kind: 'chest', x, y, z, table: 'ruined_portal' }, chest)
  }

  const near = (chunkX: number, chunkZ: number) =>
    startsAround(GRID, seed, chunkX, chunkZ, REACH).flatMap(([x, z]) => starts.at(x, z) ?? [])

  return {
    generate(canvas) {
      for (const portal of near(canvas.chunkX, canvas.chunkZ)) build(canvas, portal)
    },
    covers: (x, z) =>
      near(x >> 4, z >> 4).some(
        (portal) =>
          !portal.underground && Math.max(Math.abs(portal.x - x), Math.abs(portal.z - z)) <= SPREAD,
      ),
  }
}
