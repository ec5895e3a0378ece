import { perVersion } from '../knowledge/per-version.ts'
import type { Registry } from '../knowledge/registry.ts'
import { isRare } from './notable-kinds.ts'

/**
 * What sight needs to know of every block, in tables over *cells*. A cell is a block state id plus
 * one, so that 0 can stand for "not known" in the same typed array.
 */
export interface BlockTraits {
  /** Cell to number of its kind; 0 for the unknown and for every kind of air. */
  readonly kind: Uint16Array
  /** Kind (flattened name) to its number; air has none. */
  readonly kindNumber: ReadonlyMap<string, number>
  /** Kinds by number; index 0 is unused. */
  readonly kindNames: readonly string[]
  /** 1 where a line of sight ends. */
  readonly opaque: Uint8Array
  /** 1 where the sky does not show through: opaque blocks but leaves. */
  readonly coversSky: Uint8Array
  /** 1 for blocks that a body collides with, but leaves. */
  readonly ground: Uint8Array
  /** 1 for the kinds that are looked at one by one. */
  readonly rare: Uint8Array
  readonly air: number
  readonly stone: number
}

/**
 * Full blocks that can be seen through. minecraft-data's `transparent` cannot tell: before 1.18 it
 * is set for redstone ore and glowstone too.
 */
const SEE_THROUGH =
  /glass$|^(frosted_)?ice$|^(slime|honey)_block$|spawner$|^(barrier|beacon|mangrove_roots|moving_piston|vault)$|_grate$|^chorus_/

/** What has no shape to bump into, yet hides what is behind it. */
const HIDES_WITHOUT_SHAPE = /lava$|^powder_snow$/

const AIR = /^(cave_|void_)?air$/
const LEAVES = /leaves$/

/** A block at least this high that fills its cell sideways hides what is behind: soul sand, paths. */
const HIDING_HEIGHT = 0.8

type Box = readonly [number, number, number, number, number, number]

interface CollisionShapes {
  blocks: Record<string, number | number[]>
  shapes: Record<string, Box[]>
}

/** The traits of all blocks of a version. */
export const blockTraits = perVersion(makeTraits)

function makeTraits(registry: Registry): BlockTraits {
  const states = stateCount(registry)
  const table = () => new Uint8Array(states + 1)
  const traits = {
    kind: new Uint16Array(states + 1),
    opaque: table(),
    coversSky: table(),
    ground: table(),
    rare: table(),
  }
  const kindNames = ['']
  const kindNumber = new Map<string, number>()
  for (let state = 0; state < states; state++) {
    if (!registry.data.blocksByStateId[state]) continue
    const name = registry.blockName(state)
    if (AIR.test(name)) continue
    let number = kindNumber.get(name)
    if (number === undefined) {
      number = kindNames.push(name) - 1
      kindNumber.set(name, number)
    }
    const cell = state + 1
    const opaque = hides(registry, state, name)
    const leaves = LEAVES.test(name)
    traits.kind[cell] = number
    traits.opaque[cell] = Number(opaque)
    traits.coversSky[cell] = Number(opaque && !leaves)
    traits.ground[cell] = Number(registry.block(state).boundingBox === 'block' && !leaves)
    traits.rare[cell] = Number(isRare(name))
  }
  return {
    ...traits,
    kindNames,
    kindNumber,
    air: registry.blockState('air') + 1,
    stone: registry.blockState('stone') + 1,
  }
}

function stateCount(registry: Registry): number {
  const last = registry.data.blocksArray.map((block) => block.maxStateId ?? block.id * 16 + 15)
  return Math.max(...last) + 1
}

/** Whether a state ends a line of sight. */
function hides(registry: Registry, state: number, name: string): boolean {
  if (HIDES_WITHOUT_SHAPE.test(name)) return true
  if (SEE_THROUGH.test(name)) return false
  return shapes(registry, state).some(
    ([x0, y0, z0, x1, y1, z1]) =>
      x0 <= 0 && z0 <= 0 && x1 >= 1 && z1 >= 1 && y1 - y0 >= HIDING_HEIGHT,
  )
}

function shapes(registry: Registry, state: number): Box[] {
  const block = registry.block(state)
  const all = registry.data.blockCollisionShapes as unknown as CollisionShapes
  const listed = all.blocks[block.name] ?? 0
  const first = block.minStateId ?? block.id * 16
  const shape = typeof listed === 'number' ? listed : (listed[state - first] ?? listed[0])
  return all.shapes[String(shape)] ?? []
}
