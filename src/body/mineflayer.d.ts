/** Members of mineflayer and its libraries that their own types omit. */
import type { Block } from 'prismarine-block'
import type { Item } from 'prismarine-item'
import type { Window as AnyWindow } from 'prismarine-windows'
import type { Vec3 } from 'vec3'

declare module 'prismarine-entity' {
  interface Entity {
    /** Set in each physics tick, for the bot's own entity. */
    isInWater?: boolean
    isInLava?: boolean
    isCollidedHorizontally?: boolean
    /** Height of a player's eyes above the feet (blocks). It is lower while the bot sneaks. */
    eyeHeight?: number
  }
}

declare module 'prismarine-windows' {
  interface Window<T = unknown> {
    on(event: 'updateSlot', listener: SlotListener): this
    off(event: 'updateSlot', listener: SlotListener): this
    updateSlot(slot: number, item: Item | null): void
  }
}

declare module 'mineflayer' {
  interface GameState {
    /** Lowest y and height of the world (blocks), since 1.17. */
    minY?: number
    height?: number
    /** The world in which the player is, noted by Delver; undefined for bots that others made. */
    world?: string
  }

  interface Particle {
    /** Name in minecraft-data; undefined for entities that it lacks. */
    name?: string
  }

  interface Bot {
    /** Sets a block of the client's world, as a packet of the server does. */
    _updateBlockState(place: Vec3, stateId: number): void
    /** Level of rain that the server sends (0 to 1). */
    rainState: number
    /** Requests the contents of a window from the server; since 1.17. */
    _syncWindow?(window: AnyWindow): Promise<void>
    /** `placeBlock` with options; `ignore` leaves the head as it is. */
    _placeBlockWithOptions(
      reference: Block,
      face: Vec3,
      options: { readonly swingArm: 'right'; readonly forceLook?: 'ignore'; readonly delta?: Vec3 },
    ): Promise<void>
  }
}

type SlotListener = (slot: number, before: Item | null, after: Item | null) => void
