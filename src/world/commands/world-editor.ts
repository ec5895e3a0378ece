import type { Vec3 } from 'vec3'
import type { Difficulty } from '#knowledge/difficulty'
import type { Registry } from '#knowledge/registry'
import { GAME_MODES, type GameMode } from '../core/game-mode.ts'
import { sendDifficulty } from '../core/login-packets.ts'
import type { PlayerList } from '../core/player-list.ts'
import type { Drops } from '../entities/items.ts'
import type { Level } from '../level.ts'
import { typeOf } from '../mobs/mob.ts'
import { MOB_KINDS, type MobName } from '../mobs/mob-kinds.ts'
import type { Mobs } from '../mobs/mobs.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { Movement } from '../survival/movement.ts'
import type { Weather, WeatherKind } from '../weather/weather.ts'
import { stacksOf } from '../windows/stacks.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { WorldTime } from '../world-time.ts'

/** Bits of the abilities packet. */
const INVULNERABLE = 1
const FLYING = 2
const MAY_FLY = 4
const BUILDS_INSTANTLY = 8
const ABILITIES: Readonly<Record<GameMode, number>> = {
  survival: 0,
  adventure: 0,
  creative: INVULNERABLE | MAY_FLY | BUILDS_INSTANTLY,
  spectator: INVULNERABLE | FLYING | MAY_FLY,
}
const FLYING_SPEED = 0.05
const WALKING_SPEED = 0.1

interface WorldEditorNeeds {
  readonly level: Level
  readonly players: Players
  readonly playerList: PlayerList
  readonly time: WorldTime
  readonly weather: Weather
  readonly difficulty: WorldDifficulty
  readonly items: Drops
  readonly movement: Movement
  readonly mobs: Mobs
}

/** What an operator, or a test, can change in a world from outside of the game. */
export class WorldEditor {
  readonly #needs: WorldEditorNeeds

  constructor(needs: WorldEditorNeeds) {
    this.#needs = needs
  }

  get registry(): Registry {
    return this.#needs.level.registry
  }

  /**
   * Adds items to a player's inventory, and drops what does not fit at its feet.
   * @throws RangeError when the version has no such item.
   */
  give(player: Player, item: string, count: number): void {
    const stacks = stacksOf(this.registry)
    const sample = stacks.make(item)
    for (let left = count; left > 0; left -= sample.stackSize) {
      const stack = stacks.make(item, Math.min(left, sample.stackSize))
      const surplus = stacks.withCount(stack, player.inventory.give(stack))
      if (surplus) this.#needs.items.drop(surplus, player.position)
    }
  }

  /** Removes a player's items, all or those of a kind; returns their number. */
  clear(player: Player, item?: string): number {
    const { inventory } = player
    const matches = (stack: { type: number; metadata?: number | null }) =>
      item === undefined || this.registry.itemName(stack) === item
    let removed = 0
    inventory.slots.forEach((stack, slot) => {
      if (!stack || !matches(stack)) return
      removed += stack.count
      inventory.set(slot, null)
    })
    return removed
  }

  /** Sets a block by state id; returns whether it changed. */
  setBlock(place: Vec3, state: number): boolean {
    const { x, y, z } = place.floored()
    const { level } = this.#needs
    if (level.state(x, y, z) === state || y < level.minY || y >= level.maxY) return false
    level.set(x, y, z, state)
    return true
  }

  /** Fills a box, both corners included; returns the number of changed blocks. */
  fill(from: Vec3, to: Vec3, state: number): number {
    const low = from.min(to).floored()
    const high = from.max(to).floored()
    let changed = 0
    for (let x = low.x; x <= high.x; x++)
      for (let z = low.z; z <= high.z; z++)
        for (let y = low.y; y <= high.y; y++)
          if (this.setBlock(low.offset(x - low.x, y - low.y, z - low.z), state)) changed++
    return changed
  }

  /** Spawns a mob; returns whether the practice world has its kind. */
  spawn(kind: string, position: Vec3): boolean {
    if (!isMob(this.registry, kind)) return false
    this.#needs.mobs.spawn(kind, position)
    return true
  }

  /** Moves a player, and sends it the columns there. */
  teleport(player: Player, position: Vec3): void {
    if (!player.knowsColumn(Math.floor(position.x), Math.floor(position.z)))
      player.columns.sendNearest(position)
    this.#needs.movement.teleport(player, position)
    player.columns.follow(position)
  }

  /** Sets the time of day (ticks since sunrise). */
  setTime(ofDay: number): void {
    this.#needs.time.ofDay = ofDay
    this.#sendTime()
  }

  /** Lets ticks of the day pass at once. */
  addTime(ticks: number): void {
    this.#needs.time.sinceSunrise += ticks
    this.#sendTime()
  }

  /** @param ticks duration; by default, as long as the game's own. */
  setWeather(kind: WeatherKind, ticks?: number): void {
    this.#needs.weather.set(kind, ticks)
  }

  #sendTime(): void {
    const { time, players } = this.#needs
    for (const player of players) time.sendTo(player)
  }

  setDifficulty(level: Difficulty): void {
    this.#needs.difficulty.level = level
    for (const player of this.#needs.players) sendDifficulty(this.registry, player, level)
  }

  setGameMode(player: Player, mode: GameMode): void {
    player.gameMode = mode
    player.send('game_state_change', {
      reason: 'change_game_mode',
      gameMode: GAME_MODES.indexOf(mode),
    })
    player.send('abilities', {
      flags: ABILITIES[mode],
      flyingSpeed: FLYING_SPEED,
      walkingSpeed: WALKING_SPEED,
    })
    this.#needs.playerList.gameModeChanged(player)
  }
}

function isMob(registry: Registry, kind: string): kind is MobName {
  const { data } = registry
  return (
    Object.hasOwn(MOB_KINDS, kind) &&
    data.entitiesByName[typeOf(registry, MOB_KINDS[kind as MobName])] !== undefined
  )
}
