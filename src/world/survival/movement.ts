import type { Vec3 } from 'vec3'
import {
  canCrawl,
  nextPose,
  PLAYER_WIDTH,
  type Pose,
  type PoseSize,
  poseSizes,
} from '#knowledge/player-size'
import { type TraitsOf, traitsOf } from '../block-traits.ts'
import { sendPosition } from '../core/positions.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldTime } from '../world-time.ts'
import { JumpLimit } from './jump-limit.ts'
import { Passage } from './passage.ts'
import { type Surroundings, stands, surroundings, underWater } from './surroundings.ts'
import { TravelBudget } from './travel-budget.ts'

/** Maximum distance of one movement packet, as in the game (blocks); the server rejects longer moves. */
const MAX_MOVE = 10
/** Terminal velocity of a fall (blocks a tick). */
const TERMINAL_VELOCITY = 3.92
/** Blocks that bounce players up. */
const BOUNCY = /^slime_block$|_bed$/
/** A client that has not confirmed a teleport gets it again after this time (ticks). */
const CONFIRM_TICKS = 60

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
  /** Whether knockback began to act on the player with this movement. */
  readonly knockedBack: boolean
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
  /** Whether the player swims under water. */
  swimming: boolean
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
  readonly #sizes: Readonly<Record<Pose, PoseSize>>
  readonly #states = new Map<Player, MovementState>()
  readonly #listeners: ((step: PlayerMove) => void)[] = []

  constructor(level: Level, players: Players, time: WorldTime) {
    this.#level = level
    this.#time = time
    this.#traits = traitsOf(level.registry)
    this.#passage = new Passage(level, this.#traits)
    this.#hasCrawlingPose = canCrawl(level.registry)
    this.#sizes = poseSizes(level.registry)
    players.on('join', (player) => this.#admit(player))
    players.on('leave', (player) => this.#states.delete(player))
    time.everyTick(() => {
      for (const [player, state] of this.#states) {
        state.travel.refill()
        if (time.isLate) state.travel.refill()
        this.#updatePose(player, state)
        if (state.teleport) {
          const late = time.tick - state.teleport.tick > CONFIRM_TICKS
          if (late) this.teleport(player, state.position)
        } else if (!state.supported && !state.held && !player.vitals.dead && !player.invulnerable) {
          if (!state.jump.allowsWaiting(state.position.y)) this.#pullDown(player, state)
        }
      }
    })
  }

  onMove(listener: (step: PlayerMove) => void): void {
    this.#listeners.push(listener)
  }

  /** Teleports a player; its movement counts again after it confirms. */
  teleport(player: Player, position: Vec3): void {
    const state = this.#states.get(player)
    if (!state) return
    const id = ++player.lastTeleport
    state.position = position.clone()
    state.teleport = { id, tick: this.#time.tick }
    const { onGround, supported } = this.#inspect(player, position)
    state.supported = supported
    // A client that stays where it is may send no position.
    state.onGround = onGround
    player.onGround = onGround
    if (state.supported) this.#support(state, 0)
    else state.jump.drop(position.y)
    player.position = position.clone()
    // Some clients report no position until the columns around it arrive.
    player.columns.moved(player.position)
    sendPosition(this.#level.registry, player, position, id)
  }

  /** A held player, such as one in bed, cannot move. */
  hold(player: Player, held: boolean): void {
    const state = this.#states.get(player)
    if (state) state.held = held
  }

  #admit(player: Player): void {
    const state: MovementState = {
      position: player.position.clone(),
      onGround: true,
      supported: true,
      rejected: false,
      jump: new JumpLimit(player.position.y),
      travel: new TravelBudget(),
      held: false,
      swimming: false,
      teleport: undefined,
    }
    this.#states.set(player, state)
    player.judgeMoves((to) => this.#accepts(player, state, to))
    player.receive('teleport_confirm', ({ teleportId }: { teleportId: number }) => {
      if (state.teleport?.id === teleportId) state.teleport = undefined
    })
    // A pose that needs less room begins at once: the client moves in it already. The others begin with a tick.
    const sneak = (sneaking: boolean) => {
      player.sneaking = sneaking
      if (sneaking) this.#updatePose(player, state)
    }
    const sprint = (sprinting: boolean) => {
      player.sprinting = sprinting
      if (sprinting) this.#updatePose(player, state)
    }
    player.receive('entity_action', ({ actionId }: { actionId: string | number }) => {
      if (actionId === 'start_sneaking') sneak(true)
      if (actionId === 'stop_sneaking') sneak(false)
      if (actionId === 'start_sprinting') sprint(true)
      if (actionId === 'stop_sprinting') sprint(false)
    })
    player.receive('player_input', ({ inputs }: { inputs?: { shift?: boolean } }) => {
      if (typeof inputs?.shift === 'boolean') sneak(inputs.shift)
    })
  }

  #accepts(player: Player, state: MovementState, to: Vec3): boolean {
    if (state.teleport || state.held || player.vitals.dead) return false
    const from = state.position
    const finite = Number.isFinite(to.x) && Number.isFinite(to.y) && Number.isFinite(to.z)
    if (!finite || from.distanceTo(to) > MAX_MOVE) {
      this.teleport(player, from)
      return false
    }
    const knockedBack = this.#applyKnockback(player, state)
    const place = this.#inspect(player, to)
    // Players who fly are not checked.
    if (player.invulnerable) {
      this.#move(player, state, to, place, knockedBack)
      return true
    }
    const hitbox = { position: from, width: PLAYER_WIDTH, height: player.height }
    const legal =
      this.#passage.allows(hitbox, to) &&
      state.jump.allows(to.y, place.supported) &&
      state.travel.spend(Math.hypot(to.x - from.x, to.z - from.z))
    if (legal) this.#move(player, state, to, place, knockedBack)
    else if (state.supported || !state.rejected) {
      state.rejected = true
      this.teleport(player, from)
    } else this.#pullDown(player, state)
    return legal
  }

  #move(
    player: Player,
    state: MovementState,
    to: Vec3,
    { around, onGround, supported }: Footing,
    knockedBack = false,
  ): void {
    const from = state.position
    const step: PlayerMove = {
      player,
      position: to.clone(),
      dx: to.x - from.x,
      dy: to.y - from.y,
      dz: to.z - from.z,
      wasOnGround: state.onGround,
      onGround,
      around,
      knockedBack,
    }
    state.position = step.position
    state.onGround = onGround
    player.onGround = onGround
    state.supported = supported
    if (supported) this.#support(state, step.dy)
    for (const listener of this.#listeners) listener(step)
  }

  /** Moves a player who stays in the air down, as falling would. */
  #pullDown(player: Player, state: MovementState): void {
    const hitbox = { position: state.position, width: PLAYER_WIDTH, height: player.height }
    const down = this.#passage.below(hitbox, TERMINAL_VELOCITY)
    const to = state.position.offset(0, -down, 0)
    this.#move(player, state, to, this.#inspect(player, to))
    this.teleport(player, to)
  }

  /** Marks the player as supported; `dy` is the vertical movement that led there (blocks). */
  #support(state: MovementState, dy: number): void {
    state.rejected = false
    const { x, y, z } = state.position.offset(0, -0.2, 0).floored()
    const bounces = dy < 0 && BOUNCY.test(this.#traits(this.#level.state(x, y, z)).name)
    state.jump.support(state.position.y, bounces ? -dy : 0)
  }

  #inspect({ height }: Player, { x, y, z }: Vec3): Footing {
    const around = surroundings(this.#level, this.#traits, x, y, z, PLAYER_WIDTH, height)
    const onGround = stands(this.#level, this.#traits, x, y, z, PLAYER_WIDTH)
    const { inWater, inLava, climbing } = around
    return { around, onGround, supported: onGround || inWater || inLava || climbing }
  }

  /** Adds knockback since the last move to the movement limits; returns whether there was any. */
  #applyKnockback(player: Player, { position, jump, travel }: MovementState): boolean {
    const { knockback } = player
    if (!knockback) return false
    player.knockback = undefined
    jump.addKnockback(position.y, knockback.y)
    travel.grant(Math.hypot(knockback.x, knockback.z))
    return true
  }

  /** Updates the pose from the keys and the space around the player. */
  #updatePose(player: Player, state: MovementState): void {
    const { position, held } = state
    if (held || player.vitals.dead) {
      player.pose = 'standing'
      return
    }
    state.swimming = this.#hasCrawlingPose && this.#swims(player, state)
    const upright = player.sneaking ? 'sneaking' : 'standing'
    const wanted = state.swimming ? 'crawling' : upright
    player.pose = nextPose(player.pose, wanted, this.#hasCrawlingPose, (pose) =>
      this.#passage.fits({ position, width: PLAYER_WIDTH, height: this.#sizes[pose].height }),
    )
  }

  /** Whether a player swims: it starts with its eyes under water, and swims on while it sprints in water. */
  #swims(player: Player, { position, swimming }: MovementState): boolean {
    if (!player.sprinting || player.invulnerable) return false
    const { x, y, z } = position
    const under = (height: number) => underWater(this.#level, this.#traits, x, y + height, z)
    if (!swimming) return under(0) && under(this.#sizes[player.pose].eyeHeight)
    return surroundings(this.#level, this.#traits, x, y, z, PLAYER_WIDTH, player.height).inWater
  }
}
