import { Vec3 } from 'vec3'
import { crosshairTarget, type Target } from '#geometry/crosshair'
import { enterBox } from '#geometry/ray-hit'
import { outlineBoxes } from '#knowledge/outline-shape'
import { PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import { VANILLA_CLIENT } from '#knowledge/vanilla-client'
import type { Level } from './level.ts'
import type { Mob } from './mobs/mob.ts'
import type { Population } from './mobs/population.ts'
import type { Player } from './player.ts'
import type { Players } from './players.ts'
import type { BlockPosition } from './rules/client-sync.ts'

/** Tolerance for the rounding of positions and rotations in packets (blocks). */
const ROUNDING = 0.01
/** A client sends the look of a click within this time (ticks). */
const LOOK_TICKS = 2
/** Time until a client hears the result of a dig (ticks). */
const ANSWER_TICKS = 2

/** Width of a player (blocks). */
const PLAYER_WIDTH = 2 * PLAYER_HALF_WIDTH

/** A mob or a player. */
type Creature = Mob | Player

/** Whether a ray from an eye meets what was clicked. */
type Meets = (eye: Vec3, way: Vec3, click: Click) => boolean

/** A click that did not fit the look before it. */
interface Click {
  readonly player: Player
  readonly tick: number
  /** Places where the eyes were, by the packets before the click. */
  readonly eyes: readonly Vec3[]
  /** Blocks that changed since, as they were. */
  readonly before: Map<string, number>
  /** Blocks that the client may see differently: those that changed in the same tick, as they were, and one that it has just dug. */
  readonly unheard: ReadonlyMap<string, number>
  readonly meets: Meets
  readonly report: () => void
}

/**
 * Checks what the crosshair of a player meets when the player clicks, from its eyes. It uses the outlines of blocks and the
 * hitboxes of mobs and players. A client that turns and clicks in one tick sends the click before the look, so the look that follows a
 * click counts as well as the one before it.
 */
export class CrosshairAudit {
  readonly #level: Level
  readonly #air: number
  readonly #population: Population
  readonly #players: Players
  /** Positions of a creature that a client may show: the present one and the last ones. */
  readonly #shownAt: (creature: Creature) => readonly Vec3[]
  /** Positions that clients reported last; the rules apply a position after the packets that came with it. */
  readonly #reported = new WeakMap<Player, Vec3>()
  /** Height of the eyes above the feet in the last tick. */
  readonly #heights = new WeakMap<Player, number>()
  readonly #followed = new Set<Player>()
  /** The block that each player finished to dig last, and when: the client shows it as gone until the server answers. */
  readonly #dug = new WeakMap<Player, { readonly key: string; readonly tick: number }>()
  /** Blocks that changed since the last tick, as they were. */
  readonly #changed = new Map<string, number>()
  #pending: Click[] = []

  constructor(
    level: Level,
    population: Population,
    players: Players,
    shownAt: (creature: Creature) => readonly Vec3[],
  ) {
    this.#level = level
    this.#air = level.registry.blockState('air')
    this.#population = population
    this.#players = players
    this.#shownAt = shownAt
    level.on('change', ({ x, y, z, before }) => {
      const key = `${x},${y},${z}`
      if (!this.#changed.has(key)) this.#changed.set(key, before)
      for (const click of this.#pending) if (!click.before.has(key)) click.before.set(key, before)
    })
  }

  /** Listens to a player's movements. */
  follow(player: Player): void {
    this.#followed.add(player)
    const moved = ({ x, y, z }: BlockPosition) => {
      this.#decide((click) => click.player === player)
      this.#reported.set(player, new Vec3(x, y, z))
    }
    player.receive<BlockPosition>('position', moved)
    player.receive<BlockPosition>('position_look', moved)
    player.receive('look', () => this.#decide((click) => click.player === player))
  }

  forget(player: Player): void {
    this.#followed.delete(player)
    this.#pending = this.#pending.filter((click) => click.player !== player)
  }

  /** Notes that a player has finished to dig a block. */
  dug(player: Player, { x, y, z }: BlockPosition, tick: number): void {
    this.#dug.set(player, { key: `${x},${y},${z}`, tick })
  }

  /**
   * Checks a click on a block. A block that is gone on the server does not count, because the client may not know it yet.
   * @param face the clicked face, 0-5: down, up, north, south, west, east.
   * @param report `block` is called if the crosshair does not meet the block first, `face` if it meets another face of it.
   */
  block(
    player: Player,
    { x, y, z }: BlockPosition,
    face: number,
    tick: number,
    report: { block: () => void; face: () => void },
  ): void {
    if (outlineBoxes(this.#level.registry, this.#level.state(x, y, z)).length === 0) return
    const target = (eye: Vec3, way: Vec3, click: Click) => {
      const met = this.#target(eye, way, VANILLA_CLIENT.blockReach + ROUNDING, click)
      return met?.x === x && met.y === y && met.z === z ? met : undefined
    }
    let isMet = false
    const onBlock: Meets = (eye, way, click) => {
      const met = target(eye, way, click)
      const meets = met !== undefined && !this.#isHidden(player, eye, way, met.distance)
      isMet ||= meets
      return meets
    }
    const onFace: Meets = (eye, way, click) => target(eye, way, click)?.face === face
    this.#check(player, tick, onBlock, report.block)
    this.#check(player, tick, onFace, () => {
      if (isMet) report.face()
    })
  }

  /** Checks an attack on a mob, or its use. @param report called if the crosshair does not meet the mob first. */
  mob(player: Player, mob: Mob, tick: number, report: () => void): void {
    const shown = this.#shownAt(mob)
    const low = lowest(shown).offset(-mob.width / 2, 0, -mob.width / 2)
    const high = highest(shown).offset(mob.width / 2, mob.height, mob.width / 2)
    const meets: Meets = (eye, way, click) => {
      // The client shows the mob somewhere between these positions.
      const away = enterBox(eye, way, low, high)?.distance
      if (away === undefined || away > VANILLA_CLIENT.entityReach + ROUNDING) return false
      return !this.#target(eye, way, away, click) && !this.#isHidden(player, eye, way, away, mob)
    }
    this.#check(player, tick, meets, report)
  }

  /** Decides about clicks that no look followed. */
  step(tick: number): void {
    this.#decide((click) => tick - click.tick > LOOK_TICKS)
    this.#changed.clear()
    for (const player of this.#followed) this.#heights.set(player, eyeHeight(player))
  }

  #check(player: Player, tick: number, meets: Meets, report: () => void): void {
    // Its client does not know yet that the player is dead, and sends no further looks. The rules ignore the click.
    if (player.vitals.dead) return
    const eyes = this.#eyes(player)
    const unheard = new Map(this.#changed)
    const dug = this.#dug.get(player)
    if (dug && tick - dug.tick <= ANSWER_TICKS) unheard.set(dug.key, this.#air)
    const click: Click = { player, tick, eyes, before: new Map(), unheard, meets, report }
    if (!this.#isHonest(click, eyes)) this.#pending.push(click)
  }

  #decide(isDue: (click: Click) => boolean): void {
    const due = this.#pending.filter(isDue)
    if (due.length === 0) return
    this.#pending = this.#pending.filter((click) => !isDue(click))
    for (const click of due)
      if (!this.#isHonest(click, [...click.eyes, ...this.#eyes(click.player)])) click.report()
  }

  #isHonest(click: Click, eyes: readonly Vec3[]): boolean {
    const meets = (seen: Click) => eyes.some((eye) => click.meets(eye, click.player.gaze, seen))
    const before = new Map([...click.before, ...click.unheard])
    return meets(click) || (click.unheard.size > 0 && meets({ ...click, before }))
  }

  /** Places where a player's eyes can be: a pose changes a tick later on the server or on the client. */
  #eyes(player: Player): Vec3[] {
    const feet = [player.position, this.#reported.get(player) ?? player.position]
    const heights = new Set([eyeHeight(player), this.#heights.get(player) ?? eyeHeight(player)])
    return feet.flatMap((place) => [...heights].map((height) => place.offset(0, height, 0)))
  }

  #target(eye: Vec3, way: Vec3, length: number, { before }: Click): Target | undefined {
    const { registry } = this.#level
    return crosshairTarget(eye, way, length, (x, y, z) =>
      outlineBoxes(registry, before.get(`${x},${y},${z}`) ?? this.#level.state(x, y, z)),
    )
  }

  /** Whether another creature is between the eye and a distance at all positions that the client may show. */
  #isHidden(player: Player, eye: Vec3, way: Vec3, distance: number, except?: Mob): boolean {
    const reach = Math.min(distance, VANILLA_CLIENT.entityReach)
    const isBefore = (creature: Creature, width: number) =>
      creature.position.distanceTo(eye) <= reach + creature.height + 1 &&
      this.#shownAt(creature).every((place) => {
        const low = place.offset(-width / 2, 0, -width / 2)
        const away = enterBox(eye, way, low, low.offset(width, creature.height, width))?.distance
        return away !== undefined && away < reach - ROUNDING
      })
    for (const mob of this.#population)
      if (mob !== except && !mob.dead && isBefore(mob, mob.width)) return true
    for (const other of this.#players)
      if (other !== player && isPickable(other) && isBefore(other, PLAYER_WIDTH)) return true
    return false
  }
}

/** Whether crosshairs meet a player. */
function isPickable({ vitals, gameMode }: Player): boolean {
  return !vitals.dead && gameMode !== 'spectator'
}

function lowest(places: readonly Vec3[]): Vec3 {
  return places.reduce((low, place) => low.min(place), places[0]?.clone() ?? new Vec3(0, 0, 0))
}

function highest(places: readonly Vec3[]): Vec3 {
  return places.reduce((high, place) => high.max(place), places[0]?.clone() ?? new Vec3(0, 0, 0))
}

/** Height of a player's eyes above the feet (blocks). */
function eyeHeight({ eye, position }: Player): number {
  return eye.y - position.y
}
