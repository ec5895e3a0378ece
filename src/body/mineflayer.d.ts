/** What mineflayer and its libraries do that their own types leave out. */
import type { Item } from 'prismarine-item'
import type { Window as AnyWindow } from 'prismarine-windows'

declare module 'prismarine-entity' {
  interface Entity {
    /** Set by the physics of the bot's own entity, in every physics tick. */
    isInWater?: boolean
    isInLava?: boolean
    isCollidedHorizontally?: boolean
    /** Height of the eyes above the feet (blocks), lower while the bot sneaks; of players only. */
    eyeHeight?: number
  }
}

declare module 'prismarine-windows' {
  interface Window<T = unknown> {
    on(event: 'updateSlot', listener: SlotListener): this
    off(event: 'updateSlot', listener: SlotListener): this
  }
}

declare module 'mineflayer' {
  interface GameState {
    /** Lowest height and number of heights of the world (blocks); told from 1.17 on. */
    minY?: number
    height?: number
  }

  interface Particle {
    /** Name in minecraft-data; undefined for what it does not know. */
    name?: string
  }

  interface Bot {
    /** Has the server say what a window holds; there from 1.17 on. */
    _syncWindow?(window: AnyWindow): Promise<void>
  }
}

type SlotListener = (slot: number, before: Item | null, after: Item | null) => void
