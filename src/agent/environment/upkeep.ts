import { forage, gameNearby } from '#skills/combat/forage'
import type { SkillWorld } from '#skills/core/skill'
import { bestFood } from '#skills/items/eat'
import { skyAbove } from '#skills/moving/surface'
import { isDarkOutside, shelter } from '#skills/survival/shelter'
import type { Controller } from '../controller/controller.ts'
import { retrieveLost } from './recovery.ts'

/** Interval of the checks beside reflexes (ticks). */
const CHECK_TICKS = 20
/** Food level at which the agent looks for food before it is hungry. */
const PECKISH = 12

/**
 * Keeps the body alive while the agent has no goal: reflexes, items lost in a death, food, and a shelter at night.
 * @throws the signal's reason when it fires.
 */
export async function keepAlive(
  controller: Controller,
  world: SkillWorld,
  signal: AbortSignal,
): Promise<never> {
  const { body } = world
  for (let tick = 0; ; tick++) {
    await controller.respond(signal)
    if (tick % CHECK_TICKS === 0 && body.vitals.alive) {
      await retrieveLost(controller, world, signal)
      if (body.vitals.food <= PECKISH && !bestFood(world) && gameNearby(world))
        await controller.runMaintenance(forage, null, signal)
      if (isOutsideInTheDark(world)) await controller.runMaintenance(shelter, null, signal)
    }
    await body.wait(1, signal)
    signal.throwIfAborted()
  }
}

function isOutsideInTheDark(world: SkillWorld): boolean {
  const { body } = world
  const { x, y, z } = body.feet
  return body.game.difficulty !== 'peaceful' && isDarkOutside(world) && skyAbove(world, x, y, z)
}
