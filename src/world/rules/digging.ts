import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { HOTBAR_START } from '../windows/inventory.ts'
import type { WorldTime } from '../world-time.ts'
import type { BlockBreaker } from './breaking.ts'
import { type AnsweredDig, answerDig, type BlockPosition, resendBlock } from './client-sync.ts'
import { digRate } from './dig-speed.ts'
import { reaches, withinReach } from './reach.ts'

/** Values of `status` in block_dig packets. */
const START = 0
const CANCEL = 1
const FINISH = 2

/** Progress at which the game accepts the end of a dig, so that digs succeed while the server lags. */
const SUFFICIENT = 0.7
/** Tolerance for rounding in sums of shares. */
const EPSILON = 1e-6

/** Exhaustion of breaking a block, and durability that it costs a sword. */
const EXHAUSTION = 0.005
const SWORD_WEAR = 2
const TOOL = /_(pickaxe|axe|shovel|hoe)$|^shears$/

/** A block that a player digs, with its progress (1 is complete). */
interface Dig extends BlockPosition {
  state: number
  /** Hotbar slot and item; changing either restarts the dig. */
  tool: string
  done: number
  /** Progress in the last tick. */
  rate: number
}

/** Digging: its duration, its conditions and its results. */
export function installDigging(
  level: Level,
  players: Players,
  time: WorldTime,
  breaker: BlockBreaker,
): void {
  const digging = new Digging(level, breaker)
  players.on('join', (player) => {
    player.receive<AnsweredDig>('block_dig', (packet) => {
      if (packet.status > FINISH || !players.has(player)) return
      answerDig(level, player, packet, digging.receive(player, packet))
    })
  })
  players.on('leave', (player) => digging.forget(player))
  players.on('death', (player) => digging.forget(player))
  time.everyTick(() => digging.step())
}

class Digging {
  readonly #level: Level
  readonly #breaker: BlockBreaker
  /** The current dig of each player. */
  readonly #digs = new Map<Player, Dig>()
  /** Digs that the client ended too early; as in the game, one for each player, which breaks when its time is up. */
  readonly #late = new Map<Player, Dig>()

  constructor(level: Level, breaker: BlockBreaker) {
    this.#level = level
    this.#breaker = breaker
  }

  forget(player: Player): void {
    this.#digs.delete(player)
    this.#late.delete(player)
  }

  /** Handles the start, the end or the cancelling of a dig. @returns false if it is refused. */
  receive(player: Player, { location, status }: AnsweredDig): boolean {
    if (status === CANCEL) this.#cancel(player, location)
    else if (player.vitals.dead || !player.mayBuild) return false
    else if (status === START) return this.#start(player, location)
    else return this.#finish(player, location)
    return true
  }

  step(): void {
    for (const [player, dig] of this.#digs) {
      if (!advance(this.#level, player, dig)) this.#digs.delete(player)
    }
    for (const [player, dig] of this.#late) {
      const continues = advance(this.#level, player, dig)
      if (continues && dig.done < 1 - EPSILON) continue
      this.#late.delete(player)
      if (continues) this.#breakBlock(player, dig)
      else resendBlock(this.#level, player, dig)
    }
  }

  #start(player: Player, { x, y, z }: BlockPosition): boolean {
    const level = this.#level
    this.#digs.delete(player)
    if (!reaches(level, player, x, y, z)) return false
    if (player.gameMode === 'creative') {
      level.set(x, y, z, level.registry.blockState('air'))
      return true
    }
    const state = level.state(x, y, z)
    const rate = rateOf(level, player, state)
    if (rate >= 1) {
      this.#breakBlock(player, { x, y, z })
      return true
    }
    if (isAt(this.#late.get(player), { x, y, z })) this.#late.delete(player)
    this.#digs.set(player, { x, y, z, state, tool: toolKey(player), done: 0, rate })
    return true
  }

  #cancel(player: Player, location: BlockPosition): void {
    this.#digs.delete(player)
    if (isAt(this.#late.get(player), location)) this.#late.delete(player)
  }

  #finish(player: Player, location: BlockPosition): boolean {
    const level = this.#level
    const { x, y, z } = location
    const dig = this.#digs.get(player)
    this.#digs.delete(player)
    const going = isAt(dig, location) && dig?.tool === toolKey(player) ? dig : undefined
    if (!going || !reaches(level, player, x, y, z)) return false
    if (isSufficient(going)) {
      this.#breakBlock(player, location)
      return true
    }
    if (going.rate === 0 || this.#late.has(player)) return false
    this.#late.set(player, going)
    return true
  }

  #breakBlock(player: Player, { x, y, z }: BlockPosition): void {
    const { registry } = this.#level
    const { heldItem } = player.inventory
    const hardness = registry.block(this.#level.state(x, y, z)).hardness ?? 0
    const tool = heldItem ? registry.itemName(heldItem) : ''
    this.#breaker.breakAt(x, y, z, heldItem)
    player.vitals.exhaust(EXHAUSTION)
    if (TOOL.test(tool) && (hardness > 0 || tool === 'shears')) player.inventory.wearHeld(1)
    else if (tool.endsWith('_sword') && hardness > 0) player.inventory.wearHeld(SWORD_WEAR)
  }
}

/** Whether a dig may end. The game counts the tick of the end as well. */
function isSufficient({ done, rate }: Dig): boolean {
  return done + rate >= SUFFICIENT - EPSILON && done > 0
}

function isAt(dig: Dig | undefined, { x, y, z }: BlockPosition): boolean {
  return dig !== undefined && dig.x === x && dig.y === y && dig.z === z
}

/**
 * One tick of digging, by the player's ground contact, water and tool in that tick. Returns false when the block
 * changed or is out of reach.
 */
function advance(level: Level, player: Player, dig: Dig): boolean {
  const { x, y, z } = dig
  if (level.state(x, y, z) !== dig.state || !withinReach(player, x, y, z)) return false
  const tool = toolKey(player)
  if (tool !== dig.tool) {
    dig.tool = tool
    dig.done = 0
  }
  dig.rate = rateOf(level, player, dig.state)
  dig.done += dig.rate
  return true
}

function rateOf(level: Level, player: Player, state: number): number {
  const { eye } = player
  return digRate(level.registry, state, {
    tool: player.inventory.heldItem?.type,
    onGround: player.onGround,
    inWater: level.name(Math.floor(eye.x), Math.floor(eye.y), Math.floor(eye.z)) === 'water',
  })
}

function toolKey(player: Player): string {
  const { held, heldItem } = player.inventory
  return `${HOTBAR_START + held}:${heldItem?.type ?? 0}`
}
