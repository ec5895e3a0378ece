import type { Vec3 } from 'vec3'
import { type TraitsOf, traitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import { type Look, PLAYER_HEIGHT, PLAYER_WIDTH, type Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldTime } from '../world-time.ts'
import { type Surroundings, stands, surroundings } from './surroundings.ts'

/** Longest way of one packet (blocks); more is answered by sending the player back. */
const LONGEST_MOVE = 10
/** Heights above the feet at which a body may not be within a full block. */
const CORE_HEIGHTS = [0.1, 1.5] as const
/** Distance of the places along a move that are looked at (blocks). */
const SAMPLE = 0.25
/** A client that has not confirmed being sent somewhere is sent there again after so long (ticks). */
const CONFIRM_TICKS = 60
/** flying-squid numbers its own teleports 1. */
const FIRST_TELEPORT = 2

/** One accepted change of a player's place. */
export interface Step {
  readonly player: Player
  /** Where it now is. */
  readonly position: Vec3
  readonly dx: number
  readonly dy: number
  readonly dz: number
  readonly wasOnGround: boolean
  readonly onGround: boolean
  readonly around: Surroundings
}

interface Body {
  position: Vec3
  onGround: boolean
  held: boolean
  teleport: { id: number; tick: number } | undefined
}

/** Judges where players say they are and look, and tells the rules how they moved. */
export class Movement {
  readonly #level: Level
  readonly #time: WorldTime
  readonly #traits: TraitsOf
  readonly #bodies = new Map<Player, Body>()
  readonly #listeners: ((step: Step) => void)[] = []
  #lastTeleport = FIRST_TELEPORT

  constructor(level: Level, players: Players, time: WorldTime) {
    this.#level = level
    this.#time = time
    this.#traits = traitsOf(level.registry)
    players.on('join', (player) => this.#admit(player))
    players.on('leave', (player) => this.#bodies.delete(player))
    time.everyTick(() => {
      for (const [player, body] of this.#bodies) {
        if (body.teleport && time.tick - body.teleport.tick > CONFIRM_TICKS) {
          this.teleport(player, body.position)
        }
      }
    })
  }

  onStep(listener: (step: Step) => void): void {
    this.#listeners.push(listener)
  }

  /** Puts a player somewhere; what it says of its place counts again when it has confirmed. */
  teleport(player: Player, position: Vec3): void {
    const body = this.#bodies.get(player)
    if (!body) return
    const id = this.#lastTeleport++
    body.position = position.clone()
    body.teleport = { id, tick: this.#time.tick }
    player.squid.position = position.clone()
    player.send('position', {
      x: position.x,
      y: position.y,
      z: position.z,
      dx: 0,
      dy: 0,
      dz: 0,
      yaw: 0,
      pitch: 0,
      flags: this.#keepRotation(),
      teleportId: id,
    })
  }

  /** While held, as in bed, a player does not move. */
  hold(player: Player, held: boolean): void {
    const body = this.#bodies.get(player)
    if (body) body.held = held
  }

  #keepRotation(): object | number {
    const { types } = this.#level.registry.data.protocol as { types: Record<string, unknown> }
    if (types.PositionUpdateRelatives === undefined) return 0x18
    return { yaw: true, pitch: true }
  }

  #admit(player: Player): void {
    const body: Body = {
      position: player.position.clone(),
      onGround: true,
      held: false,
      teleport: undefined,
    }
    this.#bodies.set(player, body)
    player.squid.on(
      'move_cancel',
      (move: { position: Vec3 }, cancel: (answer: boolean) => void) => {
        if (!this.#accepts(player, body, move.position)) cancel(false)
      },
    )
    player.receive<Look>('look', (look) => player.turn(look))
    player.receive<Look>('position_look', (look) => player.turn(look))
    player.receive('teleport_confirm', ({ teleportId }: { teleportId: number }) => {
      if (body.teleport?.id === teleportId) body.teleport = undefined
    })
    player.receive('entity_action', ({ actionId }: { actionId: string | number }) => {
      if (actionId === 'start_sneaking') player.sneaking = true
      if (actionId === 'stop_sneaking') player.sneaking = false
      if (actionId === 'start_sprinting') player.sprinting = true
      if (actionId === 'stop_sprinting') player.sprinting = false
    })
    player.receive('player_input', ({ inputs }: { inputs?: { shift?: boolean } }) => {
      if (typeof inputs?.shift === 'boolean') player.sneaking = inputs.shift
    })
  }

  #accepts(player: Player, body: Body, to: Vec3): boolean {
    if (body.teleport || body.held || player.vitals.dead) return false
    const from = body.position
    const finite = Number.isFinite(to.x) && Number.isFinite(to.y) && Number.isFinite(to.z)
    if (!finite || from.distanceTo(to) > LONGEST_MOVE || this.#passesThrough(from, to)) {
      this.teleport(player, from)
      return false
    }
    const level = this.#level
    const wasOnGround = body.onGround
    body.position = to.clone()
    body.onGround = stands(level, this.#traits, to.x, to.y, to.z, PLAYER_WIDTH)
    player.onGround = body.onGround
    const step: Step = {
      player,
      position: body.position,
      dx: to.x - from.x,
      dy: to.y - from.y,
      dz: to.z - from.z,
      wasOnGround,
      onGround: body.onGround,
      around: surroundings(level, this.#traits, to.x, to.y, to.z, PLAYER_WIDTH, PLAYER_HEIGHT),
    }
    for (const listener of this.#listeners) listener(step)
    return true
  }

  /**
   * Whether the middle of the body would enter a full block. Who already is in one, since sand fell
   * on it, may move out.
   */
  #passesThrough(from: Vec3, to: Vec3): boolean {
    if (this.#buried(from.x, from.y, from.z)) return false
    const samples = Math.max(1, Math.ceil(from.distanceTo(to) / SAMPLE))
    for (let i = 1; i <= samples; i++) {
      const t = i / samples
      const x = from.x + (to.x - from.x) * t
      const y = from.y + (to.y - from.y) * t
      const z = from.z + (to.z - from.z) * t
      if (this.#buried(x, y, z)) return true
    }
    return false
  }

  #buried(x: number, y: number, z: number): boolean {
    const level = this.#level
    return CORE_HEIGHTS.some(
      (height) =>
        this.#traits(level.state(Math.floor(x), Math.floor(y + height), Math.floor(z))).cube,
    )
  }
}
