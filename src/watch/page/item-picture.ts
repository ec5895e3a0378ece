import type { AtlasPlace } from './mesher/block-table.ts'

/** A block as the inventory shows it, from above and the side; textures are places on the atlas. */
export interface BlockPicture {
  readonly top: AtlasPlace
  readonly left: AtlasPlace
  readonly right: AtlasPlace
  /** 1 for a full block, 0.5 for a slab. */
  readonly height: number
  /** Colours that the textures of grass and leaves are multiplied by. */
  readonly topTint: string | null
  readonly sideTint: string | null
}

/** The picture of an item: a data URL, or a block to draw. */
export type ItemPicture = { readonly flat: string } | { readonly block: BlockPicture }
