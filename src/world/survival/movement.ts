import type { Vec3 } from 'vec3'
import {
  CRAWLING_HEIGHT,
  canCrawl,
  mustCrawl,
  PLAYER_HEIGHT,
  PLAYER_WIDTH,
  SNEAKING_HEIGHT,
} from '#knowledge/player-size'
import { type TraitsOf, traitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import type { Look, Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldTime } from '../world-time.ts'
import { JumpLimit } from './jump-limit.ts'
import { Passage } from './passage.ts'
import { type Surroundings, stands, surroundings } from './surroundings.ts'
import { TravelBudget } from './travel-budget.ts'

/** Maximum distance of one movement packet, as in the game (blocks); the server rejects longer moves. */
const MAX_MOVE = 10
/** Terminal velocity of a fall (blocks a tick). */
const TERMINAL_VELOCITY = 3.92
/** Blocks that bounce players up. */
const BOUNCY = /^slime_block$|_bed$/
/** A client that has not confirmed a teleport gets it again after this time (ticks). */
const CONFIRM_TICKS = 60
/** flying-squid uses 1 as the id of its own teleports. */
const FIRST_TELEPORT = 2

/** One accepted movement of a player. */
export interface PlayerMove {
  readonly player: Player
  /** Position after the movement. */
  readonly position: Vec3
  readonly dx: number
  readonly dy: number
  readonly dz: number
  readonly wasOnGround: boolean
  readonly onGround: boolean
  readonly around: Surroundings
}

/** Surroundings of a player at a position. */
interface Footing {
  readonly around: Surroundings
  readonly onGround: boolean
  /** Whether ground, a liquid or a climbable block supports the player. */
  readonly supported: boolean
}

interface MovementState {
  position: Vec3
  onGround: boolean
  /** Whether ground, a liquid or a climbable block supports the player. */
  supported: boolean
  /** Whether a move was rejected since the player was last supported. */
  rejected: boolean
  readonly jump: JumpLimit
  readonly travel: TravelBudget
  held: boolean
  teleport: { id: number; tick: number } | undefined
}

/**
 * Validates the movement that clients report, and notifies the rules of each step. A player who passes through
 * blocks, is too fast or rises higher than a jump is moved back.
 */
export class Movement {
  readonly #level: Level
  readonly #time: WorldTime
  readonly #traits: TraitsOf
  readonly #passage: Passage
  /** Whether the version has the crawling pose. */
  readonly #hasCrawlingPose: boolean
  readonly #bodies = new Map<Player, MovementState>()
  readonly #listeners: ((step: PlayerMove) => void)[] = []
  #lastTeleport = FIRST_TELEPORT

  constructor(level: Level, players: Players, time: WorldTime) {
    this.#level = level
    this.#time = time
    this.#traits = traitsOf(level.registry)
    this.#passage = new Passage(level, this.#traits)
    this.#hasCrawlingPose = canCrawl(level.registry)
    players.on('join', (player) => this.#admit(player))
    players.on('leave', (player) => this.#bodies.delete(player))
    time.everyTick(() => {
      for (const [player, body] of this.#bodies) {
        body.travel.refill()
        if (this.#hasCrawlingPose) this.#updatePose(player, body)
        if (body.teleport) {
          const late = time.tick - body.teleport.tick > CONFIRM_TICKS
          if (late) this.teleport(player, body.position)
        } else if (!body.supported && !body.held && !player.vitals.dead) {
          if (!body.jump.allowsWaiting(body.position.y)) this.#pullDown(player, body)
        }
      }
    })
  }

  onMove(listener: (step: PlayerMove) => void): void {
    this.#listeners.push(listener)
  }

  /** Teleports a player; its movement counts again after it confirms. */
  teleport(player: Player, position: Vec3): void {
    const body = this.#bodies.get(player)
    if (!body) return
    const id = this.#lastTeleport++
    body.position = position.clone()
    body.teleport = { id, tick: this.#time.tick }
    body.supported = this.#inspect(player, position).supported
    if (body.supported) this.#support(body, 0)
    else body.jump.drop(position.y)
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

  /** A held player, such as one in bed, cannot move. */
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
    const body: MovementState = {
      position: player.position.clone(),
      onGround: true,
      supported: true,
      rejected: false,
      jump: new JumpLimit(player.position.y),
      travel: new TravelBudget(),
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

  #accepts(player: Player, body: MovementState, to: Vec3): boolean {
    if (body.teleport || body.held || player.vitals.dead) return false
    const from = body.position
    const finite = Number.isFinite(to.x) && Number.isFinite(to.y) && Number.isFinite(to.z)
    if (!finite || from.distanceTo(to) > MAX_MOVE) {
      this.teleport(player, from)
      return false
    }
    this.#applyKnockback(player, body)
    const place = this.#inspect(player, to)
    const extent = { position: from, width: PLAYER_WIDTH, height: this.#height(player, place) }
    const legal =
      this.#passage.allows(extent, to) &&
      body.jump.allows(to.y, place.supported) &&
      body.travel.spend(Math.hypot(to.x - from.x, to.z - from.z))
    if (legal) this.#move(player, body, to, place)
    else if (body.supported || !body.rejected) {
      body.rejected = true
      this.teleport(player, from)
    } else this.#pullDown(player, body)
    return legal
  }

  #move(
    player: Player,
    body: MovementState,
    to: Vec3,
    { around, onGround, supported }: Footing,
  ): void {
    const from = body.position
    const step: PlayerMove = {
      player,
      position: to.clone(),
      dx: to.x - from.x,
      dy: to.y - from.y,
      dz: to.z - from.z,
      wasOnGround: body.onGround,
      onGround,
      around,
    }
    body.position = step.position
    body.onGround = onGround
    player.onGround = onGround
    body.supported = supported
    if (supported) this.#support(body, step.dy)
    for (const listener of this.#listeners) listener(step)
  }

  /** Moves a player who stays in the air down, as falling would. */
  #pullDown(player: Player, body: MovementState): void {
    const extent = { position: body.position, width: PLAYER_WIDTH, height: player.height }
    const down = this.#passage.below(extent, TERMINAL_VELOCITY)
    const to = body.position.offset(0, -down, 0)
    this.#move(player, body, to, this.#inspect(player, to))
    this.teleport(player, to)
  }

  /** Marks the player as supported; `dy` is the vertical movement that led there (blocks). */
  #support(body: MovementState, dy: number): void {
    body.rejected = false
    const { x, y, z } = body.position.offset(0, -0.2, 0).floored()
    const bounces = dy < 0 && BOUNCY.test(this.#traits(this.#level.state(x, y, z)).name)
    body.jump.support(body.position.y, bounces ? -dy : 0)
  }

  #inspect({ height }: Player, { x, y, z }: Vec3): Footing {
    const around = surroundings(this.#level, this.#traits, x, y, z, PLAYER_WIDTH, height)
    const onGround = stands(this.#level, this.#traits, x, y, z, PLAYER_WIDTH)
    const { inWater, inLava, climbing } = around
    return { around, onGround, supported: onGround || inWater || inLava || climbing }
  }

  /** Adds knockback since the last move to the movement limits. */
  #applyKnockback(player: Player, { position, jump, travel }: MovementState): void {
    const { knockback } = player
    if (!knockback) return
    player.knockback = undefined
    jump.addKnockback(position.y, knockback.y)
    travel.grant(Math.hypot(knockback.x, knockback.z))
  }

  #height(player: Player, { around }: Footing): number {
    if (!this.#hasCrawlingPose) return PLAYER_HEIGHT
    if (player.crawling || (around.inWater && player.sprinting)) return CRAWLING_HEIGHT
    return player.sneaking ? SNEAKING_HEIGHT : PLAYER_HEIGHT
  }

  /** Updates the crawling pose from the space around the player. */
  #updatePose(player: Player, { position, held }: MovementState): void {
    player.crawling =
      !held &&
      !player.vitals.dead &&
      mustCrawl(player.crawling, (height) =>
        this.#passage.fits({ position, width: PLAYER_WIDTH, height }),
      )
  }
}
