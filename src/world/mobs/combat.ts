import { Vec3 } from 'vec3'
import { PLAYER_WIDTH } from '#knowledge/player-size'
import type { Drops } from '../entities/items.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { pointsSee } from '../rules/reach.ts'
import { afterArmour } from '../survival/armour.ts'
import { stacksOf } from '../windows/stacks.ts'
import type { WorldTime } from '../world-time.ts'
import type { Breeding } from './breeding.ts'
import type { Mob } from './mob.ts'
import type { MobDamage } from './mob-damage.ts'
import type { Population } from './population.ts'
import { shear } from './sheep.ts'
import { charge, weapon } from './weapons.ts'

/** Attack reach in survival mode, from the eye to the mob's hitbox (blocks). */
const REACH = 3
const INTERACT = 0
const ATTACK = 1
const EXHAUSTION = 0.1
const KNOCKBACK = 0.4
const SPRINT_KNOCKBACK = 0.9
/** Vertical distance within which mobs share their anger (blocks). */
const GROUP_HEIGHT = 10

interface UseEntity {
  target: number
  mouse: number
  hand?: number
}

/** Lets players attack mobs and each other, shear sheep, milk cows and feed animals. */
export function installCombat(needs: {
  level: Level
  players: Players
  time: WorldTime
  tracker: EntityTracker
  drops: Drops
  random: () => number
  population: Population
  mobDamage: MobDamage
  breeding: Breeding
}): void {
  const { level, players, time, tracker, drops, random, population, mobDamage, breeding } = needs
  const { registry } = level
  const cooldownStart = new WeakMap<Player, number>()
  const heldName = (player: Player) => {
    const item = player.inventory.heldItem
    return item ? registry.itemName(item) : undefined
  }
  const resetCooldown = (player: Player) => cooldownStart.set(player, time.tick)

  const attack = (player: Player, mob: Mob) => {
    const held = weapon(heldName(player))
    const since = time.tick - (cooldownStart.get(player) ?? 0)
    const strength = player.sprinting ? SPRINT_KNOCKBACK : KNOCKBACK
    const damage = held.damage * charge(since, held)
    const points = afterArmour(damage, mob.kind.armour, 0)
    resetCooldown(player)
    player.vitals.exhaust(EXHAUSTION)
    const knockback = { from: player.position, strength }
    if (!mobDamage.hurt(mob, points, { cause: 'mob', by: player }, knockback)) return
    mobDamage.provoke(mob, player)
    if (mob.kind.angersGroup) angerGroup(player, mob)
    if (held.wear > 0) player.inventory.wearHeld(held.wear)
  }

  const angerGroup = (player: Player, victim: Mob) => {
    for (const other of population) {
      const { x, y, z } = other.position.minus(victim.position)
      const range = victim.kind.followRange
      const isNear = Math.abs(x) <= range && Math.abs(z) <= range && Math.abs(y) <= GROUP_HEIGHT
      if (other.kind === victim.kind && isNear) mobDamage.provoke(other, player)
    }
  }

  const use = (player: Player, mob: Mob) => {
    breeding.feed(player, mob)
    const held = heldName(player)
    const wool = held === 'shears' ? shear(registry, mob, random) : undefined
    if (wool) {
      tracker.metadataChanged(mob)
      drops.drop(wool, mob.position.offset(0, 1, 0))
      player.inventory.wearHeld(1)
    }
    if (held === 'bucket' && mob.kind.name === 'cow' && !mob.baby) {
      player.inventory.useHeld()
      const milk = stacksOf(registry).make('milk_bucket')
      if (player.inventory.give(milk) > 0) drops.drop(milk, player.eye)
    }
  }

  const attackPlayer = (player: Player, victim: Player) => {
    const held = weapon(heldName(player))
    const since = time.tick - (cooldownStart.get(player) ?? 0)
    resetCooldown(player)
    player.vitals.exhaust(EXHAUSTION)
    victim.vitals.hurt(held.damage * charge(since, held), 'mob', player.position, player)
    if (held.wear > 0) player.inventory.wearHeld(held.wear)
  }

  const within = (player: Player, target: number): Mob | undefined => {
    const mob = population.get(target)
    if (!mob || mob.dead || player.vitals.dead || !players.has(player)) return undefined
    return reachable(level, player, mob) ? mob : undefined
  }
  const victimOf = (player: Player, target: number): Player | undefined => {
    if (players.size < 2 || player.vitals.dead || target === player.id) return undefined
    const victim = [...players].find(({ id }) => id === target)
    if (!victim || victim.vitals.dead) return undefined
    return reachable(level, player, bodyOfPlayer(victim)) ? victim : undefined
  }

  players.on('join', (player) => {
    player.receive<UseEntity>('use_entity', ({ target, mouse, hand = 0 }) => {
      const victim = mouse === ATTACK ? victimOf(player, target) : undefined
      if (victim) attackPlayer(player, victim)
      const mob = within(player, target)
      if (!mob) return
      if (mouse === ATTACK) attack(player, mob)
      else if (mouse === INTERACT && hand === 0) use(player, mob)
    })
    player.receive<{ entityId: number }>('attack', ({ entityId }) => {
      const victim = victimOf(player, entityId)
      if (victim) attackPlayer(player, victim)
      const mob = within(player, entityId)
      if (mob) attack(player, mob)
    })
    player.receive('arm_animation', () => resetCooldown(player))
    player.receive('held_item_slot', () => resetCooldown(player))
  })
}

/** A hitbox with the height of the eyes in it. */
interface Body {
  readonly position: Vec3
  readonly eye: Vec3
  readonly width: number
  readonly height: number
}

function bodyOfPlayer({ position, eye, height }: Player): Body {
  return { position, eye, height, width: PLAYER_WIDTH }
}

/** Whether a hitbox is within reach of the player's eye and partly visible. */
function reachable(level: Level, player: Player, mob: Body): boolean {
  const { eye } = player
  const half = mob.width / 2
  const { x, y, z } = mob.position
  const clamp = (v: number, low: number, high: number) => Math.max(low, Math.min(high, v))
  const nearest = new Vec3(
    clamp(eye.x, x - half, x + half),
    clamp(eye.y, y, y + mob.height),
    clamp(eye.z, z - half, z + half),
  )
  if (nearest.distanceTo(eye) > REACH) return false
  return [nearest, mob.eye, mob.position.offset(0, mob.height / 2, 0)].some((part) =>
    pointsSee(level, eye, part),
  )
}
