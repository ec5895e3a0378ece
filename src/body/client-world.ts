import type { Bot } from 'mineflayer'
import type { Block } from 'prismarine-block'
import type { Item } from 'prismarine-item'
import type { Vec3 } from 'vec3'
import { TICK_MS } from '#clock/game-clock'
import { sunThroughClouds } from '#knowledge/daylight'
import { droppedItem } from './dropped-item.ts'
import { listen, type Unsubscribe } from './listen.ts'

/** The slot of an animal's saddle among its equipment. */
const SADDLE_SLOT = 7

/** One section of a chunk column as prismarine-chunk stores it, in all its forms since 1.9. */
export interface ColumnSection {
  readonly data: { get(index: number): number; readonly palette?: readonly number[] }
  /** Up to 1.17: numbers in `data` are indices into this palette, or state ids if it is null. */
  readonly palette?: readonly number[] | null
  /** Up to 1.17 only. */
  readonly getBlock?: unknown
}

/** Light levels (0-15) by position (y, z, x) in a section. */
interface LightSection {
  get(index: number): number
}

/** A chunk column of prismarine-chunk: the part that Delver reads. */
export interface Column {
  /** Y of the lowest block. */
  readonly minY: number
  readonly sections: readonly (ColumnSection | null | undefined)[]
  /** Since 1.14, with one more section below the world and one above it; null if the server sent none. */
  readonly skyLightSections?: readonly (LightSection | null | undefined)[]
  readonly blockLightSections?: readonly (LightSection | null | undefined)[]
  getSkyLight(position: { x: number; y: number; z: number }): number
  getBlockLight(position: { x: number; y: number; z: number }): number
  getBiome(position: { x: number; y: number; z: number }): number
  toJson(): string
}

/** An animal, a monster, a player or an item entity. */
export interface ClientEntity {
  readonly id: number
  /** Name in minecraft-data; undefined for entities that it lacks. */
  readonly name?: string
  /** Name of a player. */
  readonly username?: string
  /** Position of the feet. It changes as the entity moves. */
  readonly position: Vec3
  /** Direction of view (radians). */
  readonly yaw: number
  /** Size (blocks). */
  readonly height: number
  readonly width: number
  /** False after the server removes the entity. */
  readonly isValid: boolean
}

/** The entity of the player itself. */
export interface ClientSelf extends ClientEntity {
  /** Upward angle of view (radians). */
  readonly pitch: number
  /** Height of the eyes above the feet (blocks). It is lower while sneaking. */
  readonly eyeHeight?: number
}

/**
 * Everything that the client received of the world, which is more than a player sees. Perception decides how much of it
 * the agent may know; recordings show all of it.
 */
export class ClientWorld {
  readonly #bot: Bot

  constructor(bot: Bot) {
    this.#bot = bot
  }

  /** The world in which the player is; undefined until it joins. A server can have several of one dimension. */
  get name(): string | undefined {
    return this.#bot.game?.world ?? this.#bot.game?.dimension
  }

  /** Its dimension, such as `the_nether`; undefined until it joins. */
  get dimension(): string | undefined {
    return this.#bot.game?.dimension
  }

  /** Undefined until the server sends the player's position. */
  get self(): ClientSelf | undefined {
    return this.#bot.entity
  }

  /** Time of day (ticks), as the server last sent it. */
  get timeOfDay(): number {
    return this.#bot.time?.timeOfDay ?? 0
  }

  /** Share of sunlight that passes the clouds (0 to 1). */
  get sunThroughClouds(): number {
    return sunThroughClouds(this.#bot.rainState, this.#bot.thunderState)
  }

  /** The block that the player digs; null if it digs none. */
  get digTarget(): Vec3 | null {
    return this.#bot.targetDigBlock?.position ?? null
  }

  /** Duration of the current dig (ticks) with the held tool and the current footing; null if there is none. */
  get digTicks(): number | null {
    const block = this.#bot.targetDigBlock
    return block ? Math.ceil(this.#bot.digTime(block) / TICK_MS) : null
  }

  /** All entities by id, including the player. */
  get entities(): Readonly<Record<number, ClientEntity>> {
    return this.#bot.entities
  }

  /** The stack of an item entity; null for other entities, and until the server sends it. */
  droppedItem(id: number): Item | null {
    const entity = this.#bot.entities[id]
    return entity ? droppedItem(this.#bot, entity) : null
  }

  /** One entry of an entity's metadata; undefined until the server sends it. */
  metadataOf(id: number, key: number): unknown {
    return this.#bot.entities[id]?.metadata[key]
  }

  /** Whether an entity is on a lead, or in a boat or another vehicle. */
  isTied(id: number): boolean {
    return Boolean(this.#bot.entities[id]?.vehicle)
  }

  /** Whether an animal wears a saddle, from 1.21.5 on; before, its metadata says so. */
  isSaddled(id: number): boolean {
    return Boolean(this.#bot.entities[id]?.equipment[SADDLE_SLOT])
  }

  /** Coordinates of the loaded columns, in chunks. */
  columns(): { chunkX: number; chunkZ: number }[] {
    const columns = this.#bot.world?.getColumns() ?? []
    return columns.map(({ chunkX, chunkZ }) => ({ chunkX: Number(chunkX), chunkZ: Number(chunkZ) }))
  }

  /** Undefined if the column is not loaded. */
  column(chunkX: number, chunkZ: number): Column | undefined {
    // prismarine-chunk's type covers only what all editions share.
    const column = this.#bot.world.getColumn(chunkX, chunkZ) as unknown as Column | undefined
    // Light can arrive before blocks, in a column without sections.
    return column?.sections.some(Boolean) ? column : undefined
  }

  /** Name of a biome by its id in columns. */
  biomeName(biome: number): string | undefined {
    return this.#bot.registry.biomes[biome]?.name.replace('minecraft:', '')
  }

  /** Calls a handler for each column that arrives, also if it was loaded before. */
  onColumn(handler: (chunkX: number, chunkZ: number) => void): Unsubscribe {
    return listen(this.#bot, 'chunkColumnLoad', ({ x, z }) => handler(x >> 4, z >> 4))
  }

  /** Calls a handler for each column that is unloaded. */
  onColumnGone(handler: (chunkX: number, chunkZ: number) => void): Unsubscribe {
    return listen(this.#bot, 'chunkColumnUnload', ({ x, z }) => handler(x >> 4, z >> 4))
  }

  /** Calls a handler with position, new state and old state of each block that changes. */
  onBlock(
    handler: (x: number, y: number, z: number, state: number, before: number) => void,
  ): Unsubscribe {
    return listen(this.#bot, 'blockUpdate', (before, now) => {
      if (!now?.position || now.stateId === undefined) return
      const { x, y, z } = now.position
      handler(x, y, z, stateOf(now), before ? stateOf(before) : 0)
    })
  }

  /** Calls a handler for each column whose light the server updates. */
  onLight(handler: (chunkX: number, chunkZ: number) => void): Unsubscribe {
    const client = this.#bot._client
    const tell = (packet: { chunkX: number; chunkZ: number }) =>
      handler(packet.chunkX, packet.chunkZ)
    client.on('update_light', tell)
    return () => {
      client.off('update_light', tell)
    }
  }

  /** Calls a handler with the id of each item entity that the player picks up. */
  onPickUp(handler: (id: number) => void): Unsubscribe {
    return listen(this.#bot, 'playerCollect', (collector, collected) => {
      if (collector === this.#bot.entity) handler(collected.id)
    })
  }
}

/** Before 1.13, prismarine-block has no state for unknown blocks. */
function stateOf({ stateId, type, metadata }: Block): number {
  return stateId ?? type * 16 + metadata
}
