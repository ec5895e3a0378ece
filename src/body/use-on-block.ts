import type { Vec3 } from 'vec3'
import type { Body } from './body.ts'
import { supportFor, takeInHand } from './place.ts'

/**
 * Uses one of the given kinds on a block that borders on a position, on the face turned to it: flint and steel to set the
 * position on fire, a hoe on the ground below it.
 * @returns false where none is carried or no such face is within reach and sight.
 * @throws the signal's reason when `signal` fires first.
 */
export async function useAgainst(
  body: Body,
  kinds: Iterable<string>,
  position: Vec3,
  signal: AbortSignal,
): Promise<boolean> {
  if (!supportFor(body, position) || !(await takeInHand(body, kinds, signal))) return false
  await body.hands.readyToUse(signal)
  const support = supportFor(body, position)
  return support ? body.interaction.useBlock(support.block, signal, support.face) : false
}
