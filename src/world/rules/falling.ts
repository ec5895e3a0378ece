import { Vec3 } from 'vec3'
import { blockTableOf } from '#knowledge/block-traits'
import { entityUuid, type TrackedEntity } from '../entities/entity.ts'
import { fall } from '../entities/motion.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Level } from '../level.ts'
import { stacksOf } from '../windows/stacks.ts'
import type { WorldTime } from '../world-time.ts'
import type { BlockBreaker } from './breaking.ts'
import { liquidsOf } from './liquids.ts'
import { Schedule } from './schedule.ts'
import { shapesOf } from './shapes.ts'

/** Delay before an unsupported block falls (ticks). */
const DELAY = 2
/** Edge of a falling block's hitbox, as in the game (blocks). */
const SIZE = 0.98
const LIFETIME = 600

class FallingBlock implements TrackedEntity {
  readonly id: number
  readonly uuid: string
  readonly type = 'falling_block'
  readonly yaw = 0
  readonly pitch = 0
  readonly velocity = new Vec3(0, 0, 0)
  readonly metadata = []
  readonly position: Vec3
  readonly objectData: number
  readonly state: number
  onGround = false
  age = 0

  constructor(id: number, state: number, objectData: number, position: Vec3) {
    this.id = id
    this.uuid = entityUuid(id)
    this.position = position
    this.state = state
    this.objectData = objectData
  }
}

/** Gravity for sand, gravel and other falling blocks. */
export function installFalling(
  level: Level,
  time: WorldTime,
  tracker: EntityTracker,
  breaker: BlockBreaker,
): void {
  const { registry } = level
  const shapes = shapesOf(registry)
  const liquids = liquidsOf(registry)
  const flying = new Set<FallingBlock>()
  const blocks = blockTableOf(registry)
  const canFall = (state: number) => blocks.traits(state).falls
  const isFree = (state: number) => shapes.empty(state) && liquids.replaceable(state)

  const schedule = new Schedule(level, time, (x, y, z) => {
    const state = level.state(x, y, z)
    if (!canFall(state) || y <= level.minY || !isFree(level.state(x, y - 1, z))) return
    // Before 1.13 the low 12 bits hold the block id and the bits above its variant.
    const objectData = registry.flattened ? state : (state >> 4) | ((state & 15) << 12)
    const place = new Vec3(x + 0.5, y, z + 0.5)
    const block = new FallingBlock(tracker.nextId(), state, objectData, place)
    level.set(x, y, z, liquids.leftBy(state))
    flying.add(block)
    tracker.spawn(block)
  })

  const land = (block: FallingBlock) => {
    flying.delete(block)
    tracker.remove(block)
    const x = Math.floor(block.position.x)
    const y = Math.floor(block.position.y + 0.01)
    const z = Math.floor(block.position.z)
    if (liquids.replaceable(level.state(x, y, z)) && block.age < LIFETIME)
      level.set(x, y, z, block.state)
    else if (registry.hasItem(registry.blockName(block.state)))
      breaker.drop(x, y, z, stacksOf(registry).make(registry.blockName(block.state)))
  }

  time.everyTick(() => {
    for (const block of flying) {
      const { x, z } = block.position
      if (!level.isLoaded(Math.floor(x), Math.floor(z))) continue
      block.age++
      fall(level, block, SIZE, '')
      tracker.moved(block)
      if (block.onGround || block.age >= LIFETIME) land(block)
    }
  })

  level.on('change', ({ x, y, z, after }) => {
    if (canFall(after)) schedule.add(x, y, z, DELAY)
    if (y + 1 < level.maxY && canFall(level.state(x, y + 1, z))) schedule.add(x, y + 1, z, DELAY)
  })
}
