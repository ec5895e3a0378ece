import type { Bot } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'

/** As far as the game lets anything be from the middle of the world, sideways and in height (blocks). */
const FARTHEST = { x: 30_000_000, y: 20_000_000, z: 30_000_000 }
const AXES = ['x', 'y', 'z'] as const

/** Packets that say where something is, or which way it looks. */
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
/** Packets that bring a line of text to read. */
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
/** How many lines of text are taken in so many ticks: more is no conversation. */
const MOST_LINES = 40
const LINES_TICKS = 20

/**
 * Keeps from a bot what no server of the game sends: places outside of the world, by which distances
 * lose their meaning, and more talk than anybody could read. Such packets are as if they had not come.
 */
export function guardPackets(bot: Bot, clock: GameClock): void {
  const client = bot._client
  const talk = new Talk(clock)
  const emit = client.emit.bind(client)
  // The one place that every packet passes, before any of mineflayer's readers.
  client.emit = (event: string, ...rest: unknown[]) => {
    const [packet] = rest
    if (PLACING.has(event) && isObject(packet) && !isInWorld(packet, event, bot)) return false
    if (TALKING.has(event) && !talk.admits()) return false
    return emit(event, ...rest)
  }
}

/** Lets through so many lines in a time. */
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
    return ++this.#lines <= MOST_LINES
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
    return Math.abs(start + value) <= FARTHEST[axis]
  })
  return isPlace && [packet.yaw, packet.pitch].every((angle) => !isEndless(angle))
}

/** Whether a coordinate is added to where the player is: flags are bits or, from 1.20.5 on, named. */
function isRelative(flags: unknown, axis: string, bit: number): boolean {
  return isObject(flags) ? flags[axis] === true : (Number(flags) & (1 << bit)) !== 0
}

function isEndless(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value)
}
