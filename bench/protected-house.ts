import { Vec3 } from 'vec3'
import type { CompanionStage } from './companion-stage.ts'

/** A house that the companion must leave alone. */
export interface House {
  readonly centre: Vec3
  /** The changes of its blocks since it was built, by the companion and by others, such as creepers: place, before and after. */
  readonly changes: readonly string[]
  readonly changesByOthers: readonly string[]
}

/** Half of the house's edge, and its height (blocks). */
const HALF = 3
const HEIGHT = 4

/** Builds a house of planks with a door, a chest and a bed beside the companion, and notes each change of its blocks. */
export function buildHouse(stage: CompanionStage): House {
  const { world } = stage
  const { editor, level, registry } = world.game
  const centre = (stage.player('Delver')?.position ?? new Vec3(0, 64, 0)).floored().offset(9, 0, 0)
  const floor = centre.y - 1
  const built = new Map<string, string>()
  const block = (x: number, y: number, z: number, name: string, properties = {}) => {
    editor.setBlock(new Vec3(x, y, z), registry.blockState(name, properties))
    built.set(`${x} ${y} ${z}`, name)
  }
  for (let x = centre.x - HALF; x <= centre.x + HALF; x++)
    for (let z = centre.z - HALF; z <= centre.z + HALF; z++)
      for (let y = floor; y <= floor + HEIGHT; y++) {
        const isWall = Math.abs(x - centre.x) === HALF || Math.abs(z - centre.z) === HALF
        const isHull = isWall || y === floor || y === floor + HEIGHT
        block(x, y, z, isHull ? 'oak_planks' : 'air')
      }
  const half = (name: string) => ({ half: name, facing: 'east' })
  block(centre.x - HALF, floor + 1, centre.z, 'oak_door', half('lower'))
  block(centre.x - HALF, floor + 2, centre.z, 'oak_door', half('upper'))
  block(centre.x + 2, floor + 1, centre.z + 2, 'chest')
  block(centre.x + 2, floor + 1, centre.z - 2, 'crafting_table')
  const changes: string[] = []
  const changesByOthers: string[] = []
  level.on('change', ({ x, y, z, before, after }) => {
    const [was, is] = [before, after].map((state) => registry.blockName(state))
    // A door that opens is the same block. What the companion places in the house and takes away again is no part of it.
    if (was === is || was === 'air' || built.get(`${x} ${y} ${z}`) !== was) return
    const list = stage.hasDug({ x, y, z }) ? changes : changesByOthers
    list.push(`${x} ${y} ${z} ${was} to ${is}`)
  })
  return { centre, changes, changesByOthers }
}
