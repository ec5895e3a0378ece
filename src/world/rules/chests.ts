import type { Level } from '../level.ts'
import type { BlockPosition } from './client-sync.ts'

const CHEST = /^(trapped_)?chest$/
const CLOCKWISE = { north: 'east', east: 'south', south: 'west', west: 'north' } as const
type Facing = keyof typeof CLOCKWISE
const STEPS: Readonly<Record<Facing, readonly [number, number]>> = {
  north: [0, -1],
  east: [1, 0],
  south: [0, 1],
  west: [-1, 0],
}
const OTHER_SIDE = { left: 'right', right: 'left' } as const

interface Half {
  readonly name: string
  readonly type: 'single' | 'left' | 'right'
  readonly facing: Facing
}

/** From 1.13 on, chests join and separate by their states: keeps both halves of a large chest in step. */
export function installChests(level: Level): void {
  if (!level.registry.flattened) return
  level.on('change', ({ x, y, z, before, after }) => {
    const [old, now] = [halfOf(level, before), halfOf(level, after)]
    if (old && old.type !== 'single' && (now?.type !== old.type || now.facing !== old.facing)) {
      const place = beside({ x, y, z }, old, old.type)
      const other = halfOf(level, level.state(place.x, place.y, place.z))
      if (isHalf(other, old, OTHER_SIDE[old.type])) setType(level, place, 'single')
    }
    if (now && now.type !== 'single') {
      const place = beside({ x, y, z }, now, now.type)
      const other = halfOf(level, level.state(place.x, place.y, place.z))
      if (isHalf(other, now, 'single')) setType(level, place, OTHER_SIDE[now.type])
    }
  })
}

/** The state of a placed chest: half of a large one beside a single chest that faces the same way. */
export function joinedState(level: Level, place: BlockPosition, state: number): number {
  const { registry } = level
  const chest = halfOf(level, state)
  if (!registry.flattened || !chest) return state
  for (const type of ['left', 'right'] as const) {
    const { x, y, z } = beside(place, chest, type)
    if (!isHalf(halfOf(level, level.state(x, y, z)), chest, 'single')) continue
    return registry.blockState(chest.name, { ...registry.blockProperties(state), type })
  }
  return state
}

function halfOf({ registry }: Level, state: number): Half | undefined {
  const name = registry.blockName(state)
  if (!CHEST.test(name)) return undefined
  const { type, facing } = registry.blockProperties(state) as unknown as Half
  return { name, type, facing }
}

function isHalf(other: Half | undefined, { name, facing }: Half, type: Half['type']): boolean {
  return other?.name === name && other.facing === facing && other.type === type
}

/** Position of the other half of a large chest. */
function beside(place: BlockPosition, { facing }: Half, type: 'left' | 'right'): BlockPosition {
  const clockwise = CLOCKWISE[facing]
  const [dx, dz] = STEPS[type === 'left' ? clockwise : CLOCKWISE[CLOCKWISE[clockwise]]]
  return { x: place.x + dx, y: place.y, z: place.z + dz }
}

function setType(level: Level, { x, y, z }: BlockPosition, type: Half['type']): void {
  const state = level.state(x, y, z)
  const properties = { ...level.registry.blockProperties(state), type }
  level.set(x, y, z, level.registry.blockState(level.registry.blockName(state), properties))
}
