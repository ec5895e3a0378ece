import type { Bot } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'
import { emptySlotsWithAir } from './empty-slots.ts'
import { closeIfUnknown } from './unknown-windows.ts'

/** Limits of the game on coordinates (blocks). */
const MAX_COORDINATE = { x: 30_000_000, y: 20_000_000, z: 30_000_000 }
const AXES = ['x', 'y', 'z'] as const

/** Packets with a position or a direction of view. */
const PLACING = new Set([
  'position',
  'player_rotation',
  'entity_teleport',
  'sync_entity_position',
  'vehicle_move',
  'spawn_entity',
  'spawn_entity_living',
  'spawn_entity_experience_orb',
  'named_entity_spawn',
  'explosion',
])
/** Packets with a line of text. */
const TALKING = new Set([
  'chat',
  'system_chat',
  'player_chat',
  'profileless_chat',
  'title',
  'set_title_text',
  'set_title_subtitle',
  'action_bar',
])
/** Limit on lines of text within a number of ticks. No conversation exceeds it. */
const MAX_LINES = 40
const LINES_TICKS = 20

/**
 * Drops packets that no vanilla server sends: positions outside of the world, with which distances overflow, floods of
 * text, and windows of an unknown type. Slots with air become empty.
 */
export function guardPackets(bot: Bot, clock: GameClock): void {
  const client = bot._client
  const talk = new Talk(clock)
  const emit = client.emit.bind(client)
  // Every packet passes here before any of mineflayer's handlers.
  client.emit = (event: string, ...rest: unknown[]) => {
    const [packet] = rest
    if (PLACING.has(event) && isObject(packet) && !isInWorld(packet, event, bot)) return false
    if (TALKING.has(event) && !talk.admits()) return false
    if (isObject(packet)) {
      emptySlotsWithAir(event, packet)
      if (event === 'open_window' && closeIfUnknown(bot, packet)) return false
    }
    return emit(event, ...rest)
  }
}

/** Limits the rate of lines. */
class Talk {
  readonly #clock: GameClock
  #since = 0
  #lines = 0

  constructor(clock: GameClock) {
    this.#clock = clock
  }

  admits(): boolean {
    const { tick } = this.#clock
    if (tick - this.#since >= LINES_TICKS) {
      this.#since = tick
      this.#lines = 0
    }
    return ++this.#lines <= MAX_LINES
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isInWorld(packet: Record<string, unknown>, event: string, bot: Bot): boolean {
  const place = isObject(packet.center) ? packet.center : packet
  const from = event === 'position' ? bot.entity?.position : undefined
  const isPlace = AXES.every((axis, i) => {
    const value = place[axis]
    if (typeof value !== 'number') return true
    const start = from && isRelative(packet.flags, axis, i) ? from[axis] : 0
    return Math.abs(start + value) <= MAX_COORDINATE[axis]
  })
  return isPlace && [packet.yaw, packet.pitch].every((angle) => !isEndless(angle))
}

/** Whether a coordinate is relative to the player. Flags are bits, and since 1.20.5 names. */
function isRelative(flags: unknown, axis: string, bit: number): boolean {
  return isObject(flags) ? flags[axis] === true : (Number(flags) & (1 << bit)) !== 0
}

function isEndless(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value)
}
