import type { Vec3 } from 'vec3'
import { pushOf } from '#knowledge/entity-push'
import { PLAYER_WIDTH } from '#knowledge/player-size'
import { traitsOf } from '../block-traits.ts'
import type { GameClient } from '../core/connection.ts'
import { Mob } from '../mobs/mob.ts'
import { MOB_KINDS, type MobKind } from '../mobs/mob-kinds.ts'
import { MobPhysics } from '../mobs/mob-physics.ts'
import { Steering } from '../mobs/steering.ts'
import type { Player } from '../player.ts'
import type { FaultWorld } from './fault.ts'

/** A body with the size of a player. Its speed attribute gives a player's 0.216 blocks a tick. */
const BODY: MobKind = { ...MOB_KINDS.zombie, name: 'player', floats: true, speed: 0.3162 }
/** Factor of the speed attribute for sprinting, which is 1.3 times as fast. */
const SPRINT_FACTOR = Math.sqrt(1.3)
const ATTACK = 1
const RESOURCE_PACK_LOADED = 0
/** View distance that it asks for (chunks). */
const VIEW_DISTANCE = 2

/**
 * A player that the world itself plays. It moves by the physics of walking mobs, and reports every action in the packets
 * of a client, which the rules check as those of everybody.
 */
export class ScriptedPlayer {
  readonly player: Player
  readonly #client: GameClient
  readonly #world: FaultWorld
  readonly #body: Mob
  readonly #physics: MobPhysics
  readonly #steering: Steering
  #confirmed: number
  #hasBegun = false

  constructor(world: FaultWorld, player: Player, client: GameClient) {
    const { level, time } = world
    const { registry } = level
    this.#world = world
    this.player = player
    this.#client = client
    this.#confirmed = player.lastTeleport
    this.#body = new Mob(registry, player.id, BODY, player.position.clone(), player.look.yaw)
    this.#physics = new MobPhysics(level, traitsOf(registry))
    this.#steering = new Steering(level, time, () => world.random())
  }

  /** Walks or sprints towards a place in this tick. */
  go(to: Vec3, sprints: boolean): void {
    if (sprints !== this.player.sprinting)
      this.#client.emit('entity_action', { actionId: `${sprints ? 'start' : 'stop'}_sprinting` })
    this.#steering.pursue(this.#body, to, sprints ? SPRINT_FACTOR : 1)
    this.#body.pitch = 0
  }

  /** Walks about in this tick. */
  roam(): void {
    if (!this.#body.goal) this.#steering.wander(this.#body)
    this.#steering.stroll(this.#body, 1)
  }

  stop(): void {
    this.#body.halt()
  }

  face(point: Vec3): void {
    this.#body.lookAt(point)
  }

  selectSlot(slot: number): void {
    this.#client.emit('held_item_slot', { slotId: slot })
  }

  attack({ id }: Player): void {
    this.#client.emit('use_entity', { target: id, mouse: ATTACK, sneaking: false })
    this.#swing()
  }

  useItem(): void {
    this.#client.emit('use_item', { hand: 0 })
    this.#swing()
  }

  /** Moves by one tick. */
  step(): void {
    const { player } = this
    const body = this.#body
    if (!this.#hasBegun) this.#begin()
    body.position = player.position.clone()
    if (player.lastTeleport !== this.#confirmed) this.#confirmTeleport()
    if (player.knockback) body.motion.update(player.knockback)
    this.#feelPushes()
    this.#physics.step(body)
    const { x, y, z } = body.position
    const { yaw, pitch, onGround } = body
    this.#client.emit('position_look', { x, y, z, yaw, pitch, onGround })
  }

  #begin(): void {
    this.#hasBegun = true
    this.#client.emit('settings', { viewDistance: VIEW_DISTANCE })
    this.#client.emit('resource_pack_receive', { result: RESOURCE_PACK_LOADED })
  }

  #confirmTeleport(): void {
    this.#confirmed = this.player.lastTeleport
    this.#body.motion.set(0, 0, 0)
    this.#body.path = []
    this.#client.emit('teleport_confirm', { teleportId: this.#confirmed })
  }

  /** A client pushes its player away from the players that it overlaps. */
  #feelPushes(): void {
    const { position, motion } = this.#body
    for (const other of this.#world.players) {
      if (other === this.player || other.vitals.dead || other.gameMode === 'spectator') continue
      const { x, y, z } = position.minus(other.position)
      if (Math.abs(x) >= PLAYER_WIDTH || Math.abs(z) >= PLAYER_WIDTH) continue
      if (y >= other.height || -y >= this.player.height) continue
      const push = pushOf(x, z)
      motion.x += push.x
      motion.z += push.z
    }
  }

  #swing(): void {
    this.#client.emit('arm_animation', { hand: 0 })
  }
}
