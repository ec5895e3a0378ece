import type { Bot } from 'mineflayer'
import type { Entity } from 'prismarine-entity'
import { Vec3 } from 'vec3'
import type { GameClock } from '#clock/game-clock'
import { crosshairTarget, type Target } from '#geometry/crosshair'
import { type BlockTable, blockTableOf } from '#knowledge/block-traits'
import type { Box } from '#knowledge/collision-shape'
import { outlineBoxes } from '#knowledge/outline-shape'
import type { Registry } from '#knowledge/registry'
import { VANILLA_CLIENT } from '#knowledge/vanilla-client'
import { aimPoints } from './aim-points.ts'
import { ClickWatch } from './click-watch.ts'
import { distanceAlong, hitboxPoints } from './hitbox.ts'
import { raceAbort } from './interrupt.ts'
import type { Posture } from './posture.ts'
import { sideStep } from './side-step.ts'
import { stepOut } from './step-out.ts'
import type { Vision } from './vision.ts'

/** A point of a block for the crosshair. */
export interface Aim {
  readonly block: Vec3
  /** The clicked face, 0-5: down, up, north, south, west, east. */
  readonly face: number
  readonly point: Vec3
}

/** What an aim at a block may ignore. */
export interface AimOptions {
  /** The only face to aim at, 0-5. */
  readonly face?: number | undefined
  /** Ignores plants and other blocks without a collision box in the way, which the agent removes first. */
  readonly ignorePlants?: boolean
  /** Maximum distance of the point from the eye (blocks). */
  readonly reach?: number
  /** A further condition on the point, by the position of the eye. */
  readonly accepts?: ((aim: Aim, eye: Vec3) => boolean) | undefined
}

/** How the agent turns to a block. */
export interface TurnOptions {
  /** Whether a hit on the block is as good as the aim; by default, any is. */
  readonly suits?: (hit: Aim, aim: Aim) => boolean
  /** Steps aside for another player in between. */
  readonly givesWay?: boolean
}

/** Whether the crosshair meets the face that was aimed at. */
export function isSameFace(hit: Aim, aim: Aim): boolean {
  return hit.face === aim.face
}

/** Turns of the head to one target. The agent may move during a turn, so it corrects it; later turns wait a tick each. */
const MAX_TURNS = 6
const FREE_TURNS = 2
/** Distance within the reach and the edges of a shape, for rounding (blocks). */
const MARGIN = 0.02
/** Distance from the edges of what is in between (blocks). */
const EDGE = 0.01
const REACH = VANILLA_CLIENT.blockReach - MARGIN
const CUBE: Box = [0, 0, 0, 1, 1, 1]
/** Entities that no crosshair meets, by their names in all versions. */
const PASSED =
  /^(item|xp_orb|experience_orb|arrow|spectral_arrow|trident|snowball|egg|ender_pearl|llama_spit|xp_bottle|experience_bottle|area_effect_cloud|lightning_bolt)$|^(eye_of_ender|firework)|_fangs$|potion|display|marker|bobber|Hook/

/** The crosshair: what the agent looks at. Like a player, the agent clicks only on what its crosshair meets. */
export class Crosshair {
  readonly #bot: Bot
  readonly #registry: Registry
  readonly #clock: GameClock
  readonly #posture: Posture
  readonly #vision: Vision
  readonly #blocks: BlockTable
  readonly #clicks: ClickWatch
  #holds = 0

  constructor(bot: Bot, registry: Registry, clock: GameClock, posture: Posture, vision: Vision) {
    this.#bot = bot
    this.#registry = registry
    this.#clock = clock
    this.#posture = posture
    this.#vision = vision
    this.#blocks = blockTableOf(registry)
    this.#clicks = new ClickWatch(bot, clock, (place, feet) => this.#faceOn(place, feet))
  }

  /** The block that the crosshair meets within reach. */
  get met(): Target | undefined {
    return this.#meets(this.eye, this.#way)
  }

  /** Whether an action needs the head, which should not turn for anything else meanwhile. */
  get held(): boolean {
    return this.#holds > 0
  }

  /** Reserves the head for an action. @returns how to end that. */
  hold(): () => void {
    this.#holds++
    return () => {
      this.#holds--
    }
  }

  /**
   * Finds a point of a block that the crosshair can meet, beside entities and not along edges where possible; undefined if
   * other blocks hide it or it is out of reach.
   */
  find(block: Vec3, options: AimOptions = {}): Aim | undefined {
    const { face, reach = REACH, accepts } = options
    const { eye } = this
    let [alongEdge, behindEntity]: (Aim | undefined)[] = []
    for (const point of this.#points(block)) {
      const line = point.minus(eye)
      const met = this.#planned(line.unit(), line.norm() + MARGIN, block, options)
      if (!met || met.distance > reach || !block.equals(new Vec3(met.x, met.y, met.z))) continue
      if (face !== undefined && face !== met.face) continue
      const aim = { block, face: met.face, point }
      if (accepts && !accepts(aim, eye)) continue
      if (this.#entityBefore(line.unit(), met.distance)) behindEntity ??= aim
      else if (this.#isAlongEdge(aim, options)) alongEdge ??= aim
      else return aim
    }
    return alongEdge ?? behindEntity
  }

  /** Whether a ray beside the line to an aim meets something else: then rounding decides what the server sees there. */
  #isAlongEdge({ block, face, point }: Aim, options: AimOptions): boolean {
    const { eye } = this
    const line = point.minus(eye)
    const sideways = new Vec3(-line.z, 0, line.x)
    const across = sideways.norm() > 0 ? sideways.unit() : new Vec3(1, 0, 0)
    const upwards = across.cross(line).unit()
    return [across, across.scaled(-1), upwards, upwards.scaled(-1)].some((way) => {
      const beside = line.plus(way.scaled(EDGE))
      // At a flat angle it meets the same face much farther away.
      const met = this.#planned(beside.unit(), REACH, block, options)
      return !met || !block.equals(new Vec3(met.x, met.y, met.z)) || met.face !== face
    })
  }

  /** What hides a block: the plant in front of it, or the first block on the way to its nearest face. */
  obstacle(block: Vec3, options: AimOptions = {}): Vec3 | undefined {
    const point = this.find(block, { ...options, ignorePlants: true })?.point
    const line = (point ?? this.#points(block)[0] ?? block).minus(this.eye)
    const met = this.#planned(line.unit(), line.norm() + MARGIN, block, point ? {} : options)
    const place = met && new Vec3(met.x, met.y, met.z)
    return place?.equals(block) ? undefined : place
  }

  /**
   * Turns the head until the crosshair meets an aim.
   * @param choose called after each turn, because the agent may move.
   * @returns where the crosshair meets the block; undefined if it does not.
   * @throws the signal's reason when `signal` fires first.
   */
  async bring(
    choose: () => Aim | undefined,
    signal: AbortSignal,
    { suits = () => true, givesWay = false }: TurnOptions = {},
  ): Promise<Aim | undefined> {
    const release = this.hold()
    try {
      await stepOut(this.#bot, this.#clock, () => this.#around, signal)
      let last: Aim | undefined
      let mayStep = givesWay
      for (let turns = 0; turns < MAX_TURNS; turns++) {
        const aim = choose()
        if (!aim) return undefined
        const hit = this.#hitOn(aim.block)
        if (hit && suits(hit, aim)) return hit
        // The crosshair does not meet what the agent assumed there.
        if (last && isSame(aim, last)) {
          if (!mayStep || !this.#isBehindPlayer(aim)) return undefined
          mayStep = false
          const isHidden = () => this.#isBehindPlayer(choose())
          await sideStep(this.#bot, this.#clock, isHidden, signal)
          last = undefined
          turns = 0
          continue
        }
        // The agent may not know the block, or what is in the way.
        const { met } = this
        for (const place of met ? [aim.block, met] : [aim.block])
          this.#vision.examine(place.x, place.y, place.z)
        if (turns >= FREE_TURNS) await this.#clock.wait(1, signal)
        await raceAbort(this.#look(aim.point), signal)
        last = this.#isAimedAt(aim.point) ? aim : undefined
      }
      return undefined
    } finally {
      release()
    }
  }

  /**
   * Keeps the crosshair on a block while the body moves. Call it in each physics tick, before the client sends its position.
   * @returns whether the crosshair meets the block; if not, the game's client stops digging.
   */
  keepOn(block: Vec3): boolean {
    if (this.#clicks.isStill || this.#hitOn(block)) return true
    const aim = this.find(block)
    if (aim) void this.#look(aim.point)
    return this.#hitOn(block) !== undefined
  }

  /**
   * Turns the head to a visible part of an entity.
   * @returns whether the crosshair meets the entity within reach.
   * @throws the signal's reason when `signal` fires first.
   */
  async bringToEntity(id: number, signal: AbortSignal): Promise<boolean> {
    const release = this.hold()
    try {
      for (let turns = 0; turns <= FREE_TURNS; turns++) {
        const entity = this.#bot.entities[id]
        if (!entity) return false
        if (this.#isOnEntity(entity)) return true
        const point = this.#pointOf(entity)
        if (!point) return false
        await raceAbort(this.#look(point), signal)
      }
      const entity = this.#bot.entities[id]
      return entity !== undefined && this.#isOnEntity(entity)
    } finally {
      release()
    }
  }

  #isOnEntity(entity: Entity): boolean {
    const away = distanceAlong(this.eye, this.#way, entity)
    return away !== undefined && this.#isFree(this.#way, away, entity.id)
  }

  /** Whether nothing is before an entity at a distance within reach. Of a block at the same distance, the crosshair meets the block. */
  #isFree(way: Vec3, away: number, id: number): boolean {
    if (away > VANILLA_CLIENT.entityReach || this.#meets(this.eye, way, away + MARGIN)) return false
    return !this.#entityBefore(way, away, id)
  }

  /** An entity within reach that is nearer than a distance, as one around the eye is; undefined if there is none. */
  #entityBefore(way: Vec3, away: number, except?: number): Entity | undefined {
    const { eye } = this
    const reach = Math.min(away, VANILLA_CLIENT.entityReach)
    return Object.values(this.#bot.entities).find((other) => {
      if (other.id === except || other === this.#bot.entity || PASSED.test(other.name ?? ''))
        return false
      if (other.position.distanceTo(eye) > reach + other.height + other.width) return false
      const distance = distanceAlong(eye, way, other)
      return distance !== undefined && distance < reach
    })
  }

  /** Whether another player stands between the eye and an aim. */
  #isBehindPlayer(aim: Aim | undefined): boolean {
    if (!aim) return false
    const line = aim.point.minus(this.eye)
    return this.#entityBefore(line.unit(), line.norm())?.type === 'player'
  }

  /** The entity around the eyes, which the crosshair then meets in any direction; undefined if there is none. */
  get #around(): Entity | undefined {
    return this.#entityBefore(this.#way, Number.MIN_VALUE)
  }

  /** Position of the eyes. */
  get eye(): Vec3 {
    return this.#bot.entity.position.offset(0, this.#posture.eyeHeight, 0)
  }

  /** The direction of the head, which the client may not have sent yet. */
  get #way(): Vec3 {
    const { yaw, pitch } = this.#bot.entity
    return new Vec3(
      -Math.sin(yaw) * Math.cos(pitch),
      Math.sin(pitch),
      -Math.cos(yaw) * Math.cos(pitch),
    )
  }

  /** The first visible point of an entity's hitbox within reach; undefined if there is none. */
  #pointOf(entity: Entity): Vec3 | undefined {
    const { eye } = this
    return hitboxPoints(entity, eye).find((point) => {
      const way = point.minus(eye).unit()
      const away = distanceAlong(eye, way, entity)
      return away !== undefined && this.#isFree(way, away, entity.id)
    })
  }

  /** Whether the head points at a point, as exactly as the mouse allows. */
  #isAimedAt(point: Vec3): boolean {
    const line = point.minus(this.eye)
    const { x, y, z } = this.#way.scaled(line.norm()).minus(line)
    return Math.hypot(x, y, z) < MARGIN
  }

  #look(point: Vec3): Promise<void> {
    const { x, y, z } = point.minus(this.eye)
    const pitch = Math.atan2(y, Math.hypot(x, z))
    return this.#bot.look(Math.atan2(-x, -z), pitch, true)
  }

  /** The face of a block that the crosshair would meet without entities, 0-5: from a position of the feet if it does, or from here. */
  #faceOn(block: Vec3, feet: Vec3 | undefined): number | undefined {
    const before = feet?.offset(0, this.#posture.eyeHeight, 0)
    const targets = [before, this.eye].map((eye) => eye && this.#meets(eye, this.#way))
    return targets.find((met) => met && block.equals(new Vec3(met.x, met.y, met.z)))?.face
  }

  #hitOn(block: Vec3): Aim | undefined {
    const { met } = this
    if (!met || !block.equals(new Vec3(met.x, met.y, met.z))) return undefined
    if (this.#entityBefore(this.#way, met.distance)) return undefined
    const point = this.eye.plus(this.#way.scaled(met.distance))
    return { block, face: met.face, point }
  }

  #meets(eye: Vec3, way: Vec3, length: number = VANILLA_CLIENT.blockReach): Target | undefined {
    return crosshairTarget(eye, way, length, (x, y, z) => this.#outlines(new Vec3(x, y, z)))
  }

  /** The outlines of a block to aim at, which may be there without the agent having seen it. */
  #outlinesOfTarget({ x, y, z }: Vec3): readonly Box[] {
    const boxes = outlineBoxes(this.#registry, this.#vision.state(x, y, z))
    return boxes.length > 0 ? boxes : [CUBE]
  }

  #outlines(place: Vec3): readonly Box[] {
    return outlineBoxes(this.#registry, this.#bot.world.getBlockStateId(place))
  }

  /** The block that a ray meets by what the agent knows. */
  #planned(
    way: Vec3,
    length: number,
    block: Vec3,
    { ignorePlants }: AimOptions,
  ): Target | undefined {
    return crosshairTarget(this.eye, way, length, (x, y, z) => {
      if (x === block.x && y === block.y && z === block.z) return this.#outlinesOfTarget(block)
      const state = this.#vision.state(x, y, z)
      if (ignorePlants && this.#blocks.traits(state).open) return []
      return outlineBoxes(this.#registry, state)
    })
  }

  /** Points of a block for the crosshair, those of the nearest face first. */
  #points(block: Vec3): Vec3[] {
    const { eye } = this
    const points = aimPoints(block, this.#outlinesOfTarget(block), eye)
    // With the eyes inside, any direction will do.
    return points.length > 0 ? points : [eye.plus(this.#way.scaled(0.1))]
  }
}

function isSame(one: Aim, other: Aim): boolean {
  return (
    one.block.equals(other.block) &&
    one.face === other.face &&
    one.point.distanceTo(other.point) < MARGIN
  )
}
