import type { Vec3 } from 'vec3'
import type { Body } from './body.ts'
import { supportFor, takeInHand } from './place.ts'

/**
 * Uses an item on the face of a block that borders on a position: flint and steel to set the position on fire, or a hoe to
 * till the ground below it.
 * @returns false if the agent carries none of the kinds, or no such face is within reach and sight.
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
