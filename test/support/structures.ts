import type { Vec3 } from 'vec3'
import { type Registry, registryFor } from '#knowledge/registry'
import type { BlockEntity } from '#world/terrain/structures/block-entity'
import { createTerrain, type Terrain } from '#world/terrain/terrain'
import type { Practice } from './practice.ts'

/** Chunks around the origin, nearest first. */
export function* chunksAround(radius: number): Generator<readonly [number, number]> {
  for (let ring = 0; ring <= radius; ring++)
    for (let x = -ring; x <= ring; x++)
      for (let z = -ring; z <= ring; z++)
        if (Math.max(Math.abs(x), Math.abs(z)) === ring) yield [x, z]
}

/** A chunk of the world of a seed. */
export type SeedChunk = readonly [seed: number, chunkX: number, chunkZ: number]

/**
 * A generated block entity near the origin for which `wanted` is true, with the seed of its world.
 * @param first the chunk in which an earlier search found it: a search takes up to a minute.
 */
export function findEntity<T extends BlockEntity>(
  version: string,
  wanted: (entity: BlockEntity, terrain: Terrain) => entity is T,
  radius = 9,
  first?: SeedChunk,
): { seed: number; entity: T; terrain: Terrain; registry: Registry } {
  const registry = registryFor(version)
  for (const [seed, chunks] of searches(radius, first)) {
    const terrain = createTerrain(registry, seed)
    for (const [x, z] of chunks)
      for (const entity of terrain.blockEntities(terrain.column(x, z)))
        if (wanted(entity, terrain)) return { seed, entity, terrain, registry }
  }
  throw new Error(`no such block entity in ${version}`)
}

/** Seeds and the chunks to search in their worlds. */
function* searches(
  radius: number,
  first?: SeedChunk,
): Generator<readonly [seed: number, chunks: Iterable<readonly [number, number]>]> {
  if (first) yield [first[0], [[first[1], first[2]]]]
  for (let seed = 1; seed <= 10; seed++) yield [seed, chunksAround(radius)]
}

/** Teleports the bot and waits until its columns have arrived. */
export async function moveBot({ world, simulation }: Practice, position: Vec3): Promise<void> {
  const [player] = world.game.players
  if (!player) throw new Error('no player')
  world.game.movement.teleport(player, position)
  await simulation.advance(80)
}
