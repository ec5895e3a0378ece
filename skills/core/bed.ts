import type { Vec3 } from 'vec3'
import { tagMembers } from '#knowledge/item-tags'
import type { SkillWorld } from './skill.ts'

/** What goals call beds of all colours. */
export const BED = 'bed'
/** A bed farther away is not gone to (blocks). */
const RANGE = 64

/** The nearest bed that is known and not avoided. */
export function knownBed({ body, registry, memory }: SkillWorld): Vec3 | undefined {
  const accept = ({ position: { x, y, z } }: { position: Vec3 }) => !body.avoided.has(x, y, z)
  const query = { maxDistance: RANGE, limit: 1, accept }
  return memory.blocks(tagMembers(registry, BED), body.position, query)[0]?.position
}
