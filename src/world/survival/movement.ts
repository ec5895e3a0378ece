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
const LONGEST_MOVE = 10
/** Terminal velocity of a fall (blocks a tick). */
const FASTEST_FALL = 3.92
/** Blocks that bounce players up. */
const BOUNCY = /^slime_block$|_bed$/
/** A client that has not confirmed a teleport gets it again after this time (ticks). */
const CONFIRM_TICKS = 60
/** flying-squid uses 1 as the id of its own teleports. */
const FIRST_TELEPORT = 2

/** One accepted movement of a player. */
export interface Step {
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
interface Place {
  readonly around: Surroundings
  readonly onGround: boolean
  /** Whether ground, a liquid or a climbable block supports the player. */
  readonly borne: boolean
}

interface Body {
  position: Vec3
  onGround: boolean
  /** Whether ground, a liquid or a climbable block supports the player. */
  borne: boolean
  /** Whether a move was rejected since the player was last supported. */
  refused: boolean
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
  readonly #lies: boolean
  readonly #bodies = new Map<Player, Body>()
  readonly #listeners: ((step: Step) => void)[] = []
  #lastTeleport = FIRST_TELEPORT

  constructor(level: Level, players: Players, time: WorldTime) {
    this.#level = level
    this.#time = time
    this.#traits = traitsOf(level.registry)
    this.#passage = new Passage(level, this.#traits)
    this.#lies = canCrawl(level.registry)
    players.on('join', (player) => this.#admit(player))
    players.on('leave', (player) => this.#bodies.delete(player))
    time.everyTick(() => {
      for (const [player, body] of this.#bodies) {
        body.travel.refill()
        if (this.#lies) this.#lieDown(player, body)
        if (body.teleport) {
          const late = time.tick - body.teleport.tick > CONFIRM_TICKS
          if (late) this.teleport(player, body.position)
        } else if (!body.borne && !body.held && !player.vitals.dead) {
          if (!body.jump.waits(body.position.y)) this.#pullDown(player, body)
        }
      }
    })
  }

  onStep(listener: (step: Step) => void): void {
    this.#listeners.push(listener)
  }

  /** Teleports a player; its movement counts again after it confirms. */
  teleport(player: Player, position: Vec3): void {
    const body = this.#bodies.get(player)
    if (!body) return
    const id = this.#lastTeleport++
    body.position = position.clone()
    body.teleport = { id, tick: this.#time.tick }
    body.borne = this.#look(player, position).borne
    if (body.borne) this.#bear(body, 0)
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
    const body: Body = {
      position: player.position.clone(),
      onGround: true,
      borne: true,
      refused: false,
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

  #accepts(player: Player, body: Body, to: Vec3): boolean {
    if (body.teleport || body.held || player.vitals.dead) return false
    const from = body.position
    const finite = Number.isFinite(to.x) && Number.isFinite(to.y) && Number.isFinite(to.z)
    if (!finite || from.distanceTo(to) > LONGEST_MOVE) {
      this.teleport(player, from)
      return false
    }
    this.#takeBlows(player, body)
    const place = this.#look(player, to)
    const extent = { position: from, width: PLAYER_WIDTH, height: this.#height(player, place) }
    const legal =
      this.#passage.allows(extent, to) &&
      body.jump.allows(to.y, place.borne) &&
      body.travel.spend(Math.hypot(to.x - from.x, to.z - from.z))
    if (legal) this.#move(player, body, to, place)
    else if (body.borne || !body.refused) {
      body.refused = true
      this.teleport(player, from)
    } else this.#pullDown(player, body)
    return legal
  }

  #move(player: Player, body: Body, to: Vec3, { around, onGround, borne }: Place): void {
    const from = body.position
    const step: Step = {
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
    body.borne = borne
    if (borne) this.#bear(body, step.dy)
    for (const listener of this.#listeners) listener(step)
  }

  /** Moves a player who stays in the air down, as falling would. */
  #pullDown(player: Player, body: Body): void {
    const extent = { position: body.position, width: PLAYER_WIDTH, height: player.height }
    const down = this.#passage.below(extent, FASTEST_FALL)
    const to = body.position.offset(0, -down, 0)
    this.#move(player, body, to, this.#look(player, to))
    this.teleport(player, to)
  }

  /** Marks the player as supported; `dy` is the vertical movement that led there (blocks). */
  #bear(body: Body, dy: number): void {
    body.refused = false
    const { x, y, z } = body.position.offset(0, -0.2, 0).floored()
    const bounces = dy < 0 && BOUNCY.test(this.#traits(this.#level.state(x, y, z)).name)
    body.jump.bear(body.position.y, bounces ? -dy : 0)
  }

  #look({ height }: Player, { x, y, z }: Vec3): Place {
    const around = surroundings(this.#level, this.#traits, x, y, z, PLAYER_WIDTH, height)
    const onGround = stands(this.#level, this.#traits, x, y, z, PLAYER_WIDTH)
    const { inWater, inLava, climbing } = around
    return { around, onGround, borne: onGround || inWater || inLava || climbing }
  }

  /** Adds knockback since the last move to the movement limits. */
  #takeBlows(player: Player, { position, jump, travel }: Body): void {
    const { blow } = player
    if (!blow) return
    player.blow = undefined
    jump.throwUp(position.y, blow.y)
    travel.grant(Math.hypot(blow.x, blow.z))
  }

  #height(player: Player, { around }: Place): number {
    if (!this.#lies) return PLAYER_HEIGHT
    if (player.crawling || (around.inWater && player.sprinting)) return CRAWLING_HEIGHT
    return player.sneaking ? SNEAKING_HEIGHT : PLAYER_HEIGHT
  }

  /** Updates the crawling pose from the space around the player. */
  #lieDown(player: Player, { position, held }: Body): void {
    player.crawling =
      !held &&
      !player.vitals.dead &&
      mustCrawl(player.crawling, (height) =>
        this.#passage.fits({ position, width: PLAYER_WIDTH, height }),
      )
  }
}
