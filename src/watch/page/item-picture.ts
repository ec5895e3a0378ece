import type { AtlasPlace } from './mesher/block-table.ts'

/** A block as an inventory shows it, from above and the side; pictures are places on the atlas. */
export interface BlockPicture {
  readonly top: AtlasPlace
  readonly left: AtlasPlace
  readonly right: AtlasPlace
  /** 1 for a whole block, 0.5 for a slab. */
  readonly height: number
  /** Colours that grass and leaves are multiplied by. */
  readonly topTint: string | null
  readonly sideTint: string | null
}

/** What an item looks like: a data URL, or a block to be drawn. */
export type ItemPicture = { readonly flat: string } | { readonly block: BlockPicture }
