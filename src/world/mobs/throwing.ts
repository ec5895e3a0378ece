import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Players } from '../players.ts'
import type { Projectiles } from './projectiles.ts'

/** Initial speed of a thrown item (blocks a tick), its inaccuracy, and its loss of height (blocks a tick squared). */
const SPEED = 1.5
const SPREAD = 0.0075
const GRAVITY = 0.03
/** Distance of the hand below the eyes (blocks). */
const BELOW_EYES = 0.1
/** Share of eggs that hatch, and of those that hatch four chickens. */
const HATCHING = 1 / 8
const HATCHING_FOUR = 1 / 32

/**
 * Lets players throw snowballs and eggs. As in the game, they neither damage players nor push them. They pass
 * through mobs, which the game pushes.
 */
export function installThrowing(needs: {
  registry: Registry
  players: Players
  projectiles: Projectiles
  random: () => number
  /** Lets a baby chicken hatch. */
  hatch: (place: Vec3) => void
}): void {
  const { registry, players, projectiles, random, hatch } = needs
  const land = (type: string, place: Vec3) => {
    if (type !== 'egg' || random() >= HATCHING) return
    const chickens = random() < HATCHING_FOUR ? 4 : 1
    for (let i = 0; i < chickens; i++) hatch(place)
  }
  players.on('join', (player) => {
    player.receive<{ hand?: number }>('use_item', ({ hand = 0 }) => {
      const { heldItem } = player.inventory
      const type = heldItem ? registry.itemName(heldItem) : ''
      if (hand !== 0 || player.vitals.dead || !/^(snowball|egg)$/.test(type)) return
      player.inventory.useHeld()
      projectiles.launch(player, {
        type,
        from: player.eye.offset(0, -BELOW_EYES, 0),
        direction: player.gaze,
        ...{ speed: SPEED, spread: SPREAD, gravity: GRAVITY },
        impact: (place) => land(type, place),
      })
    })
  })
}
