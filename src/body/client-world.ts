import type { Bot } from 'mineflayer'
import type { Item } from 'prismarine-item'
import type { Vec3 } from 'vec3'
import { TICK_MS } from '#clock/game-clock'
import { droppedItem } from './dropped-item.ts'
import { listen, type Unsubscribe } from './listen.ts'

/** One section of a column as prismarine-chunk keeps it, in the shapes it has from 1.9 on. */
export interface ColumnSection {
  readonly data: { get(index: number): number; readonly palette?: readonly number[] }
  /** Up to 1.17: numbers in `data` are indices into this, or state ids where it is null. */
  readonly palette?: readonly number[] | null
  /** Up to 1.17 only. */
  readonly getBlock?: unknown
}

/** Numbers of four bits, by place (y, z, x) in a section. */
interface LightSection {
  get(index: number): number
}

/** A column of chunks: prismarine-chunk's, as far as it is read here. */
export interface Column {
  /** Lowest block height. */
  readonly minY: number
  readonly sections: readonly (ColumnSection | null | undefined)[]
  /** From 1.14 on, with one more below the world and one above it; null where the server sent none. */
  readonly skyLightSections?: readonly (LightSection | null | undefined)[]
  readonly blockLightSections?: readonly (LightSection | null | undefined)[]
  getSkyLight(position: { x: number; y: number; z: number }): number
  getBlockLight(position: { x: number; y: number; z: number }): number
  getBiome(position: { x: number; y: number; z: number }): number
  toJson(): string
}

/** An animal, a monster, a player or a thing that lies about. */
export interface ClientEntity {
  readonly id: number
  /** Name in minecraft-data; undefined for what it does not know. */
  readonly name?: string
  /** Name of a player. */
  readonly username?: string
  /** Where its feet are; it moves with it. */
  readonly position: Vec3
  /** Direction it looks in (radians). */
  readonly yaw: number
  /** Size (blocks). */
  readonly height: number
  readonly width: number
  /** False once the server has taken it away. */
  readonly isValid: boolean
}

/** The player's own body among the entities. */
export interface ClientSelf extends ClientEntity {
  /** How far up it looks (radians). */
  readonly pitch: number
  /** Height of the eyes above the feet (blocks), lower while sneaking. */
  readonly eyeHeight?: number
}

/**
 * What a client was sent of the world, all of it: more than a player sees. It is there for
 * perception, which decides what the agent may know of it, and for those who watch.
 */
export class ClientWorld {
  readonly #bot: Bot

  constructor(bot: Bot) {
    this.#bot = bot
  }

  get dimension(): string | undefined {
    return this.#bot.game?.dimension
  }

  /** Undefined until the server has put the player somewhere. */
  get self(): ClientSelf | undefined {
    return this.#bot.entity
  }

  /** Ticks since the beginning of the day, as the server last told. */
  get timeOfDay(): number {
    return this.#bot.time?.timeOfDay ?? 0
  }

  /** The block that is being dug; null for none. */
  get digTarget(): Vec3 | null {
    return this.#bot.targetDigBlock?.position ?? null
  }

  /** Ticks that the dig takes with the tool and the footing that the player has; null for no dig. */
  get digTicks(): number | null {
    const block = this.#bot.targetDigBlock
    return block ? Math.ceil(this.#bot.digTime(block) / TICK_MS) : null
  }

  /** All entities by their id, the player's own among them. */
  get entities(): Readonly<Record<number, ClientEntity>> {
    return this.#bot.entities
  }

  /** The stack that an entity is; null for what is none, or as long as the server has not told. */
  droppedItem(id: number): Item | null {
    const entity = this.#bot.entities[id]
    return entity ? droppedItem(this.#bot, entity) : null
  }

  /** One entry of an entity's metadata, by its key; undefined as long as the server has not told. */
  metadataOf(id: number, key: number): unknown {
    return this.#bot.entities[id]?.metadata[key]
  }

  /** Where columns are loaded, in chunks. */
  columns(): { chunkX: number; chunkZ: number }[] {
    const columns = this.#bot.world?.getColumns() ?? []
    return columns.map(({ chunkX, chunkZ }) => ({ chunkX: Number(chunkX), chunkZ: Number(chunkZ) }))
  }

  /** Undefined where nothing is loaded. */
  column(chunkX: number, chunkZ: number): Column | undefined {
    // Typed as what all editions have in common.
    const column = this.#bot.world.getColumn(chunkX, chunkZ) as unknown as Column | undefined
    // Light can arrive before the blocks do, in a column that is still without sections.
    return column?.sections.some(Boolean) ? column : undefined
  }

  /** Name of a biome by its number in columns. */
  biomeName(biome: number): string | undefined {
    return this.#bot.registry.biomes[biome]?.name.replace('minecraft:', '')
  }

  /** Calls back with the chunk of every column that comes, also of one that comes again. */
  onColumn(handler: (chunkX: number, chunkZ: number) => void): Unsubscribe {
    return listen(this.#bot, 'chunkColumnLoad', ({ x, z }) => handler(x >> 4, z >> 4))
  }

  /** Calls back with the chunk of every column that is unloaded. */
  onColumnGone(handler: (chunkX: number, chunkZ: number) => void): Unsubscribe {
    return listen(this.#bot, 'chunkColumnUnload', ({ x, z }) => handler(x >> 4, z >> 4))
  }

  /** Calls back with place, new state and former state of every block that changes. */
  onBlock(
    handler: (x: number, y: number, z: number, state: number, before: number) => void,
  ): Unsubscribe {
    return listen(this.#bot, 'blockUpdate', (before, now) => {
      if (!now?.position || now.stateId === undefined) return
      const { x, y, z } = now.position
      handler(x, y, z, now.stateId, before?.stateId ?? 0)
    })
  }

  /** Calls back with the chunk of every column whose light the server tells anew. */
  onLight(handler: (chunkX: number, chunkZ: number) => void): Unsubscribe {
    const client = this.#bot._client
    const tell = (packet: { chunkX: number; chunkZ: number }) =>
      handler(packet.chunkX, packet.chunkZ)
    client.on('update_light', tell)
    return () => {
      client.off('update_light', tell)
    }
  }

  /** Calls back with the id of everything that the player picks up. */
  onPickUp(handler: (id: number) => void): Unsubscribe {
    return listen(this.#bot, 'playerCollect', (collector, collected) => {
      if (collector === this.#bot.entity) handler(collected.id)
    })
  }
}
