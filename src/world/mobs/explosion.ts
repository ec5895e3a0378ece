import { Vec3 } from 'vec3'
import { PLAYER_WIDTH } from '#knowledge/player-size'
import { traitsOf } from '../block-traits.ts'
import type { Drops } from '../entities/items.ts'
import type { Level } from '../level.ts'
import type { Players } from '../players.ts'
import { rollDrops } from '../rules/drops.ts'
import { pointsSee } from '../rules/reach.ts'
import { throwPlayer } from '../survival/knockback.ts'
import type { AttackingEntity } from '../vitals.ts'
import { stacksOf } from '../windows/stacks.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { MobDamage } from './mob-damage.ts'
import { scaledDamage } from './mob-damage.ts'
import type { Population } from './population.ts'

/** Points on each edge of the cube that rays pass through, length of a ray's step (blocks), and force lost in a step. */
const SIDE = 16
const STEP = 0.3
const LOSS = 0.225
const FIRE_SHARE = 1 / 3

interface ExplosionNeeds {
  level: Level
  players: Players
  difficulty: WorldDifficulty
  drops: Drops
  random: () => number
  population: Population
  mobDamage: MobDamage
}

/** What explodes. */
interface Blast {
  /** Whether it leaves fires. */
  readonly burns?: boolean
  readonly cause?: 'explosion' | 'bed'
  readonly by?: AttackingEntity
}

/** Explosions: they destroy blocks and damage entities by distance and exposure. */
export class Explosions {
  readonly #needs: ExplosionNeeds

  constructor(needs: ExplosionNeeds) {
    this.#needs = needs
  }

  /** Explodes with a power in the game's scale (3 for a creeper). */
  explode(centre: Vec3, power: number, { burns, cause = 'explosion', by }: Blast = {}): void {
    const { level, players, difficulty, population, mobDamage } = this.#needs
    const destroyed = this.#reachedBlocks(centre, power)
    const hit = (feet: Vec3, width: number, height: number) => {
      const distance = feet.distanceTo(centre) / (2 * power)
      if (distance > 1) return 0
      return (1 - distance) * exposure(level, centre, feet, width, height)
    }
    const damage = (impact: number) =>
      impact > 0 ? Math.floor(((impact * impact + impact) / 2) * 7 * 2 * power + 1) : 0
    for (const player of players) {
      const impact = hit(player.position, PLAYER_WIDTH, player.height)
      if (impact <= 0 || player.vitals.dead) continue
      const points = scaledDamage(damage(impact), difficulty.level)
      player.vitals.hurt(points, cause, undefined, by)
      const away = player.eye.minus(centre).normalize().scale(impact)
      throwPlayer(player, away.x, away.y, away.z)
    }
    for (const mob of population) {
      const impact = hit(mob.position, mob.width, mob.height)
      mobDamage.hurt(mob, damage(impact), { cause, by }, { from: centre, strength: impact })
    }
    this.#destroy(destroyed, power)
    if (burns) this.#ignite(destroyed)
  }

  #destroy(blocks: Iterable<Vec3>, power: number): void {
    const { level, drops, random } = this.#needs
    const { registry } = level
    const air = registry.blockState('air')
    for (const { x, y, z } of blocks) {
      const state = level.state(x, y, z)
      level.set(x, y, z, air)
      if (random() >= 1 / power) continue
      for (const { name, count } of rollDrops(registry, state, null, random)) {
        const stack = stacksOf(registry).make(name, count)
        drops.drop(stack, new Vec3(x + 0.5, y + 0.5, z + 0.5))
      }
    }
  }

  /** Lights a third of the destroyed blocks that have ground. */
  #ignite(blocks: Iterable<Vec3>): void {
    const { level, random } = this.#needs
    const { registry } = level
    const traits = traitsOf(registry)
    for (const { x, y, z } of blocks) {
      if (random() >= FIRE_SHARE || level.name(x, y, z) !== 'air') continue
      if (traits(level.state(x, y - 1, z)).cube) level.set(x, y, z, registry.blockState('fire'))
    }
  }

  #reachedBlocks(centre: Vec3, power: number): Vec3[] {
    const { level, random } = this.#needs
    const { registry } = level
    const traits = traitsOf(registry)
    const reached = new Map<string, Vec3>()
    const last = SIDE - 1
    const outside = (i: number) => i === 0 || i === last
    for (let i = 0; i < SIDE; i++) {
      for (let j = 0; j < SIDE; j++) {
        for (let k = 0; k < SIDE; k++) {
          if (!outside(i) && !outside(j) && !outside(k)) continue
          const ray = new Vec3((i / last) * 2 - 1, (j / last) * 2 - 1, (k / last) * 2 - 1)
          ray.normalize().scale(STEP)
          const at = centre.clone()
          for (let force = power * (0.7 + random() * 0.6); force > 0; force -= LOSS) {
            const { x, y, z } = at.floored()
            const state = level.state(x, y, z)
            const block = traits(state)
            const air = block.name === 'air' || block.name === 'cave_air'
            // Liquids and rock both absorb the explosion by their blast resistance.
            if (!air) force -= ((registry.block(state).resistance ?? 0) + 0.3) * STEP
            const gone = force > 0 && !air && block.water === 0 && block.lava === 0
            if (gone) reached.set(`${x},${y},${z}`, new Vec3(x, y, z))
            at.add(ray)
          }
        }
      }
    }
    return [...reached.values()]
  }
}

/** Share of sample points of a hitbox that are visible from the centre of the explosion. */
function exposure(level: Level, centre: Vec3, feet: Vec3, width: number, height: number): number {
  const across = [-width / 2, 0, width / 2]
  const up = [0, 0.25, 0.5, 0.75, 1]
  let seen = 0
  for (const dx of across) {
    for (const dz of across) {
      for (const dy of up) {
        if (pointsSee(level, centre, feet.offset(dx, dy * height, dz))) seen++
      }
    }
  }
  return seen / (across.length * across.length * up.length)
}
