import type { Vec3 } from 'vec3'
import { distanceToBlock, distanceToBox } from '#geometry/distance-to-box'
import { VANILLA_CLIENT } from '#knowledge/vanilla-client'
import { CrosshairAudit } from './crosshair-audit.ts'
import type { Level } from './level.ts'
import type { Mob } from './mobs/mob.ts'
import type { Population } from './mobs/population.ts'
import type { Player } from './player.ts'
import type { Players } from './players.ts'
import { PoseSpeedAudit } from './pose-speed-audit.ts'
import type { BlockPosition } from './rules/client-sync.ts'
import { digRate } from './rules/dig-speed.ts'
import type { Movement } from './survival/movement.ts'
import type { WorldTime } from './world-time.ts'

/**
 * Limits of a vanilla client's input: the pause after a dig, the time a dig takes, the pause after a use,
 * the pause between clicks in a window, the reach of both mouse buttons, what the crosshair meets, and the speed of a
 * player who sneaks or crawls.
 */
export type ClientLimit =
  | 'dig-pause'
  | 'dig-time'
  | 'use-pause'
  | 'window-clicks'
  | 'block-reach'
  | 'entity-reach'
  | 'dig-crosshair'
  | 'use-crosshair'
  | 'attack-crosshair'
  | 'block-face'
  | 'move-speed'

/** Values of `status` in block_dig, of `mouse` in use_entity and of `mode` in window_click. */
const START_DIG = 0
const FINISH_DIG = 2
const ATTACK = 1
/** A drag consists of several packets, which count as one click. */
const DRAG = 5

/** Servers send a mob's movements every 3 ticks, and a vanilla client interpolates each over 3 more. */
const INTERPOLATION_TICKS = 6
/** A mob farther away than this cannot come within reach in that time (blocks). */
const MAX_DISTANCE = 16
/** Tolerance for the rounding of positions in packets (blocks). */
const ROUNDING = 0.01

/** A dig in progress: its first tick, the block state and the held item's type. */
interface Dig extends BlockPosition {
  readonly since: number
  readonly state: number
  readonly tool: number | undefined
}

/** The last actions of one player. */
interface RecentActions {
  finishedAt: number
  dig: Dig | undefined
  usedAt: number
  /** Packets sent by one press of the right button. */
  press: Set<string>
  clickedAt: number
}

/**
 * Counts player actions that no vanilla client can perform, as an anti-cheat plugin would. It blocks
 * nothing. It uses the ticks in which packets arrive, so it is exact for clients in this process.
 */
export class ClientLimitAudit {
  readonly #level: Level
  readonly #time: WorldTime
  readonly #players: Players
  readonly #population: Population
  /** Positions of each mob and player in the last ticks, the latest first. */
  readonly #before = new WeakMap<Mob | Player, readonly Vec3[]>()
  /** Presses that seem to exceed the reach. */
  #suspected: { player: Player; mob: Mob; tick: number }[] = []
  readonly #crosshair: CrosshairAudit
  readonly #counts: Map<ClientLimit, number>

  /**
   * Construct it before the rules that handle the same packets, and before mobs move.
   * @param other an audit of another dimension, with which it counts together.
   */
  constructor(
    level: Level,
    players: Players,
    time: WorldTime,
    population: Population,
    other?: ClientLimitAudit,
  ) {
    this.#counts = other ? other.#counts : new Map()
    this.#level = level
    this.#time = time
    this.#players = players
    this.#population = population
    this.#crosshair = new CrosshairAudit(level, population, players, (creature) =>
      this.#shownAt(creature),
    )
    players.on('join', (player) => this.#follow(player))
    players.on('leave', (player) => this.#crosshair.forget(player))
    time.everyTick(() => this.#step())
  }

  /** Number of violations by limit; limits without violations are absent. */
  get violations(): Partial<Record<ClientLimit, number>> {
    return Object.fromEntries(this.#counts)
  }

  /** Also checks the speed of movements. */
  followMoves(movement: Movement): void {
    const world = {
      ...{ level: this.#level, players: this.#players, time: this.#time },
      population: this.#population,
    }
    new PoseSpeedAudit(world, movement, () => this.#count('move-speed'))
  }

  #follow(player: Player): void {
    const never = Number.NEGATIVE_INFINITY
    const actions: RecentActions = {
      finishedAt: never,
      dig: undefined,
      usedAt: never,
      press: new Set(),
      clickedAt: never,
    }
    this.#crosshair.follow(player)
    player.receive<{ status: number; location: BlockPosition; face: number }>(
      'block_dig',
      ({ status, location, face }) => {
        if (status === START_DIG) this.#start(player, actions, location)
        else if (status === FINISH_DIG) this.#finish(player, actions, location)
        else return
        this.#aimAtBlock(player, location, face, 'dig-crosshair')
        if (status === FINISH_DIG) this.#crosshair.dug(player, location, this.#time.tick)
      },
    )
    player.receive<{ location: BlockPosition; direction: number; hand?: number }>(
      'block_place',
      ({ location, direction, hand }) => {
        this.#use(actions, `block ${hand}`)
        this.#reachBlock(player, location)
        this.#aimAtBlock(player, location, direction, 'use-crosshair')
      },
    )
    player.receive<{ hand?: number }>('use_item', ({ hand }) => this.#use(actions, `item ${hand}`))
    player.receive<{ target: number; mouse: number; hand?: number }>('use_entity', (packet) => {
      const { target, mouse, hand } = packet
      if (mouse !== ATTACK) this.#use(actions, `entity ${mouse} ${hand}`)
      this.#reachEntity(player, target)
      this.#aimAtMob(player, target, mouse === ATTACK ? 'attack-crosshair' : 'use-crosshair')
    })
    player.receive<{ entityId: number }>('attack', ({ entityId }) => {
      this.#reachEntity(player, entityId)
      this.#aimAtMob(player, entityId, 'attack-crosshair')
    })
    player.receive<{ mode: number }>('window_click', ({ mode }) => {
      if (mode === DRAG) return
      const { tick } = this.#time
      if (tick - actions.clickedAt < VANILLA_CLIENT.clickPause) this.#count('window-clicks')
      actions.clickedAt = tick
    })
  }

  #start(player: Player, actions: RecentActions, { x, y, z }: BlockPosition): void {
    const { tick } = this.#time
    if (tick - actions.finishedAt < VANILLA_CLIENT.digPause) this.#count('dig-pause')
    this.#reachBlock(player, { x, y, z })
    const state = this.#level.state(x, y, z)
    const tool = player.inventory.heldItem?.type
    actions.dig = { x, y, z, since: tick, state, tool }
  }

  /** Whether a dig that ends in this tick took at least the required time. */
  #isComplete({ x, y, z, since, state, tool }: Dig): boolean {
    const { registry } = this.#level
    // When a falling block replaces the dug one, the client received no block update: use the present state.
    const dug = state === registry.blockState('air') ? this.#level.state(x, y, z) : state
    const rate = digRate(registry, dug, { tool, onGround: true, inWater: false })
    // The tick of the press counts as digging time.
    return (this.#time.tick - since + 1) * rate >= 1 - 1e-6
  }

  #finish(player: Player, actions: RecentActions, place: BlockPosition): void {
    const { tick } = this.#time
    const { dig } = actions
    const isSame = dig?.x === place.x && dig.y === place.y && dig.z === place.z
    if (!dig || !isSame || !this.#isComplete(dig)) this.#count('dig-time')
    this.#reachBlock(player, place)
    actions.dig = undefined
    actions.finishedAt = tick
  }

  /** @param packet kind of the packet: one press sends several different kinds, each once. */
  #use(actions: RecentActions, packet: string): void {
    const { tick } = this.#time
    if (tick === actions.usedAt && !actions.press.has(packet)) {
      actions.press.add(packet)
      return
    }
    if (tick - actions.usedAt < VANILLA_CLIENT.usePause) this.#count('use-pause')
    actions.usedAt = tick
    actions.press = new Set([packet])
  }

  #reachBlock({ eye }: Player, place: BlockPosition): void {
    if (distanceToBlock(eye, place) > VANILLA_CLIENT.blockReach + ROUNDING)
      this.#count('block-reach')
  }

  #aimAtBlock(player: Player, place: BlockPosition, face: number, limit: ClientLimit): void {
    this.#crosshair.block(player, place, face, this.#time.tick, {
      block: () => this.#count(limit),
      face: () => this.#count('block-face'),
    })
  }

  #aimAtMob(player: Player, id: number, limit: ClientLimit): void {
    const mob = this.#population.get(id)
    if (mob) this.#crosshair.mob(player, mob, this.#time.tick, () => this.#count(limit))
  }

  /** The reach is checked again a tick later, after the player's own movement packets are applied. */
  #reachEntity(player: Player, id: number): void {
    const mob = this.#population.get(id)
    if (mob && !this.#reaches(player, mob))
      this.#suspected.push({ player, mob, tick: this.#time.tick })
  }

  #step(): void {
    const { tick: now } = this.#time
    this.#crosshair.step(now)
    const due = this.#suspected.filter(({ tick }) => tick < now - 1)
    this.#suspected = this.#suspected.filter(({ tick }) => tick >= now - 1)
    for (const { player, mob } of due) if (!this.#reaches(player, mob)) this.#count('entity-reach')
    const eyes = Array.from(this.#players, ({ eye }) => eye)
    // Any player may reach the mob within the interpolation time.
    const isNear = ({ position }: Mob) =>
      eyes.some((eye) => eye.distanceSquared(position) < MAX_DISTANCE ** 2)
    for (const mob of this.#population) if (isNear(mob)) this.#note(mob)
    if (eyes.length > 1) for (const player of this.#players) this.#note(player)
  }

  #note(creature: Mob | Player): void {
    const before = this.#before.get(creature) ?? []
    this.#before.set(creature, [creature.position.clone(), ...before].slice(0, INTERPOLATION_TICKS))
  }

  /** Positions that a client may show a mob or another player at. */
  #shownAt(creature: Mob | Player): Vec3[] {
    return [creature.position, ...(this.#before.get(creature) ?? [])]
  }

  #reaches({ eye }: Player, mob: Mob): boolean {
    const half = mob.width / 2
    return this.#shownAt(mob).some(({ x, y, z }) => {
      const low = { x: x - half, y, z: z - half }
      const away = distanceToBox(eye, low, { x: x + half, y: y + mob.height, z: z + half })
      return away <= VANILLA_CLIENT.entityReach + ROUNDING
    })
  }

  #count(limit: ClientLimit): void {
    // Packets of several of the client's ticks arrive together in a world that is late.
    if (this.#time.isLate && !limit.endsWith('-reach')) return
    this.#counts.set(limit, (this.#counts.get(limit) ?? 0) + 1)
  }
}
