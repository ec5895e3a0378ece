import type { ClientEntity, ClientWorld } from '#body/client-world'
import { firstAnimalKey, NAME_KEY } from '#knowledge/entity-metadata'
import type { Registry } from '#knowledge/registry'

/** Animals that players ride or load; their first own metadata holds flags. */
const MOUNTS: ReadonlySet<string> = new Set(['horse', 'donkey', 'mule', 'llama', 'trader_llama'])
/** The flags of tame and, up to 1.21.4, of saddled mounts. */
const TAME_OR_SADDLED = 0x02 | 0x04

/** Whether an animal belongs to a player: it has a name tag, is tame, wears a saddle, or is on a lead or in a vehicle. */
export function isOwned(
  world: Pick<ClientWorld, 'metadataOf' | 'isTied' | 'isSaddled'>,
  registry: Registry,
  { id, name = '' }: Pick<ClientEntity, 'id' | 'name'>,
): boolean {
  if (world.metadataOf(id, NAME_KEY) || world.isTied(id) || world.isSaddled(id)) return true
  const own = world.metadataOf(id, firstAnimalKey(registry))
  // Up to 1.21.4, a pig's is whether it has a saddle.
  if (name === 'pig') return own === true
  return MOUNTS.has(name) && typeof own === 'number' && (own & TAME_OR_SADDLED) !== 0
}
