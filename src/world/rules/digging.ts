import type { Game } from '../game.ts'
import type { Player } from '../player.ts'
import { HOTBAR_START } from '../windows/inventory.ts'
import { acknowledgeSequence, type Place, resend } from './answers.ts'
import { breakBlock } from './breaking.ts'
import { digRate } from './dig-speed.ts'
import { reaches, withinReach } from './reach.ts'

/** Meaning of `status` in block_dig packets. */
const START = 0
const CANCEL = 1
const FINISH = 2

/** So many ticks may a client be ahead of the server's count. */
const TOLERANCE_TICKS = 2
/** Rounding in sums of parts. */
const EPSILON = 1e-6

const EXHAUSTION = 0.005
const SWORD_WEAR = 2
const TOOL = /_(pickaxe|axe|shovel|hoe)$|^shears$/

interface DigPacket {
  status: number
  location: Place
  /** 1.19 and later. */
  sequence?: number
}

/** A block being dug; the parts done are 1 when it is through. */
interface Dig extends Place {
  state: number
  /** Hotbar slot and item; another tool starts anew. */
  tool: string
  done: number
  /** The same by the dig times that the client believes in. */
  claimed: number
  /** Parts done in the last tick. */
  rate: number
  claimedRate: number
  /** The client has finished by its own count; the block breaks when it is due. */
  delayed: boolean
}

/** Digging: how long it takes, what it needs, what comes of it. */
export function installDigging(game: Game): void {
  const digs = new Map<Player, Dig>()
  game.on('join', (player) => {
    player.receive<DigPacket>('block_dig', (packet) => {
      if (packet.status > FINISH || !game.players.has(player)) return
      handle(game, digs, player, packet)
      acknowledge(game, player, packet)
    })
  })
  game.on('leave', (player) => digs.delete(player))
  game.on('death', (player) => digs.delete(player))
  game.everyTick(() => {
    for (const [player, dig] of digs) advance(game, digs, player, dig)
  })
}

function handle(game: Game, digs: Map<Player, Dig>, player: Player, packet: DigPacket): void {
  const { location, status } = packet
  if (status === CANCEL) digs.delete(player)
  else if (player.vitals.dead) resend(game, player, location)
  else if (status === START) start(game, digs, player, location)
  else finish(game, digs, player, location)
}

function start(game: Game, digs: Map<Player, Dig>, player: Player, location: Place): void {
  const { x, y, z } = location
  digs.delete(player)
  if (!reaches(game, player, x, y, z)) {
    resend(game, player, location)
    return
  }
  const state = game.level.state(x, y, z)
  const rate = rateOf(game, player, state)
  if (rate.actual >= 1) {
    dug(game, player, location)
  } else {
    digs.set(player, {
      x,
      y,
      z,
      state,
      tool: toolKey(player),
      done: 0,
      claimed: 0,
      rate: rate.actual,
      claimedRate: rate.claimed,
      delayed: false,
    })
  }
}

function finish(game: Game, digs: Map<Player, Dig>, player: Player, location: Place): void {
  const dig = digs.get(player)
  const { x, y, z } = location
  const known = dig && dig.x === x && dig.y === y && dig.z === z
  if (!known || !reaches(game, player, x, y, z) || dig.tool !== toolKey(player)) {
    digs.delete(player)
    resend(game, player, location)
    return
  }
  if (isThrough(dig.done, dig.rate)) {
    digs.delete(player)
    dug(game, player, location)
  } else if (isThrough(dig.claimed, dig.claimedRate)) {
    dig.delayed = true
  } else {
    digs.delete(player)
    resend(game, player, location)
  }
}

function isThrough(done: number, rate: number): boolean {
  return done + TOLERANCE_TICKS * rate >= 1 - EPSILON && done > 0
}

/** One tick of digging: footing, water and tool count as they are in each tick. */
function advance(game: Game, digs: Map<Player, Dig>, player: Player, dig: Dig): void {
  const { x, y, z } = dig
  const gone = game.level.state(x, y, z) !== dig.state
  if (gone || !withinReach(player, x, y, z)) {
    digs.delete(player)
    return
  }
  const tool = toolKey(player)
  if (tool !== dig.tool) {
    dig.tool = tool
    dig.done = 0
    dig.claimed = 0
  }
  const { actual, claimed } = rateOf(game, player, dig.state)
  dig.rate = actual
  dig.claimedRate = claimed
  dig.done += actual
  dig.claimed += claimed
  if (dig.delayed && dig.done >= 1 - EPSILON) {
    digs.delete(player)
    dug(game, player, dig)
  }
}

function rateOf(game: Game, player: Player, state: number) {
  const { eye } = player
  return digRate(game.kinds, state, {
    tool: player.inventory.heldItem?.type,
    onGround: player.onGround,
    inWater: game.level.name(Math.floor(eye.x), Math.floor(eye.y), Math.floor(eye.z)) === 'water',
  })
}

function toolKey(player: Player): string {
  const { held, heldItem } = player.inventory
  return `${HOTBAR_START + held}:${heldItem?.type ?? 0}`
}

function dug(game: Game, player: Player, { x, y, z }: Place): void {
  const { heldItem } = player.inventory
  const hardness = game.kinds.block(game.level.state(x, y, z)).hardness ?? 0
  const tool = heldItem ? game.kinds.itemName(heldItem) : ''
  breakBlock(game, x, y, z, heldItem)
  player.vitals.exhaust(EXHAUSTION)
  if (TOOL.test(tool) && (hardness > 0 || tool === 'shears')) player.inventory.wearHeld(1)
  else if (tool.endsWith('_sword') && hardness > 0) player.inventory.wearHeld(SWORD_WEAR)
}

function acknowledge(game: Game, player: Player, packet: DigPacket): void {
  if (!game.kinds.data.supportFeature('acknowledgePlayerDigging')) return
  if (game.kinds.data.isNewerOrEqualTo('1.19')) {
    acknowledgeSequence(game, player, packet.sequence)
    return
  }
  const { x, y, z } = packet.location
  if (!player.knowsColumn(x, z)) return
  const state = game.level.state(x, y, z)
  player.send('acknowledge_player_digging', {
    location: packet.location,
    block: state,
    status: packet.status,
    successful: packet.status !== FINISH || game.kinds.blockName(state) === 'air',
  })
}
