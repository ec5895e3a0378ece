import { drawnPixels } from './item-art.ts'
import type { BlockPicture, ItemPicture } from './item-picture.ts'
import type { AtlasPlace } from './mesher/block-table.ts'

/** Width and height of an icon (px). */
const SIZE = 48

/** Prefixes that turn a tag of a plan, such as `log`, into one of its items. */
const TAG_PREFIXES = ['oak_', 'white_', 'cobble', 'raw_']

/** The start of a tag such as `wooden_trapdoor`, in whose place its items have their wood. */
const WOODEN = /^wooden_/

/** A block seen from above and the side: transforms of its three faces, in an icon of size 1. */
const TOP = [0.44, 0.22, -0.44, 0.22, 0.5, 0.06] as const
const LEFT = [0.44, 0.22, 0, 0.5, 0.06, 0.28] as const
const RIGHT = [0.44, -0.22, 0, 0.5, 0.5, 0.5] as const

/** Icons of the items of one Minecraft version. */
export class ItemIcons {
  readonly #pictures: Readonly<Record<string, ItemPicture>>
  readonly #atlas: HTMLImageElement
  readonly #canvases = new Map<string, HTMLCanvasElement>()
  readonly #urls = new Map<string, string>()
  readonly #drawings = new Map<string, string>()

  constructor(pictures: Readonly<Record<string, ItemPicture>>, atlas: HTMLImageElement) {
    this.#pictures = pictures
    this.#atlas = atlas
  }

  /** URL of an item's icon; null without one. */
  url(name: string): string | null {
    const picture = this.picture(name)
    if (!picture) return null
    if ('flat' in picture) return picture.flat
    const known = this.#urls.get(name) ?? this.canvas(name).toDataURL()
    this.#urls.set(name, known)
    return known
  }

  /** An item's icon as a canvas, which stays empty for flat icons until `flatCanvas` has loaded them. */
  canvas(name: string): HTMLCanvasElement {
    const known = this.#canvases.get(name)
    if (known) return known
    const canvas = document.createElement('canvas')
    canvas.width = SIZE
    canvas.height = SIZE
    this.#canvases.set(name, canvas)
    const picture = this.picture(name)
    if (picture && 'block' in picture) this.#drawBlock(canvas, picture.block)
    return canvas
  }

  /** Loads an icon that is not drawn from the atlas into its canvas. */
  async flatCanvas(name: string): Promise<HTMLCanvasElement> {
    const canvas = this.canvas(name)
    const picture = this.picture(name)
    if (!picture || !('flat' in picture)) return canvas
    const image = new Image()
    image.src = picture.flat
    await image.decode()
    const context = pixelated(canvas)
    context.clearRect(0, 0, SIZE, SIZE)
    context.drawImage(image, 0, 0, image.width, image.width, 0, 0, SIZE, SIZE)
    return canvas
  }

  /** An item's icon as pixels, with `side` pixels along each side. */
  async pixels(name: string, side: number): Promise<ImageData> {
    const canvas = await this.flatCanvas(name)
    const small = document.createElement('canvas')
    small.width = side
    small.height = side
    const context = pixelated(small)
    context.drawImage(canvas, 0, 0, side, side)
    return context.getImageData(0, 0, side, side)
  }

  /** The picture of an item, or of an item of a tag; null without one. */
  picture(name: string): ItemPicture | null {
    const drawn = this.#drawings.get(name) ?? drawnItem(name)
    if (drawn) {
      this.#drawings.set(name, drawn)
      return { flat: drawn }
    }
    const names = [
      name,
      ...TAG_PREFIXES.map((prefix) => prefix + name),
      name.replace(WOODEN, 'oak_'),
    ]
    const known = names.find((one) => Object.hasOwn(this.#pictures, one))
    return known ? (this.#pictures[known] ?? null) : null
  }

  #drawBlock(canvas: HTMLCanvasElement, picture: BlockPicture): void {
    const { top, left, right, height, topTint, sideTint } = picture
    const context = pixelated(canvas)
    const drop = (1 - height) * 0.5
    this.#face(context, left, [...LEFT], height, drop, 0.78, sideTint)
    this.#face(context, right, [...RIGHT], height, drop, 0.6, sideTint)
    this.#face(context, top, [...TOP], 1, drop, 1, topTint)
  }

  #face(
    context: CanvasRenderingContext2D,
    place: AtlasPlace,
    [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: number[],
    height: number,
    drop: number,
    light: number,
    tint: string | null,
  ): void {
    const { width, height: depth } = this.#atlas
    const source = [place.u * width, place.v * depth, place.su * width, place.sv * depth] as const
    const tile = document.createElement('canvas')
    tile.width = 16
    tile.height = 16
    const paint = pixelated(tile)
    paint.drawImage(this.#atlas, ...source, 0, 0, 16, 16)
    paint.globalCompositeOperation = 'multiply'
    paint.fillStyle = tint ?? '#fff'
    if (tint) paint.fillRect(0, 0, 16, 16)
    const grey = Math.round(light * 255)
    paint.fillStyle = `rgb(${grey},${grey},${grey})`
    paint.fillRect(0, 0, 16, 16)
    // Multiplying also fills transparent pixels; this restores the texture's shape.
    paint.globalCompositeOperation = 'destination-in'
    paint.drawImage(this.#atlas, ...source, 0, 0, 16, 16)
    const scale = SIZE / 16
    context.setTransform(
      a * scale,
      b * scale,
      c * scale,
      d * scale * height,
      e * SIZE,
      (f + drop) * SIZE,
    )
    context.drawImage(tile, 0, 0)
    context.resetTransform()
  }
}

/** The drawing of an item as a data URL; null for an item that the textures show. */
function drawnItem(name: string): string | null {
  const rows = drawnPixels(name)
  if (!rows) return null
  const canvas = document.createElement('canvas')
  canvas.width = rows.length
  canvas.height = rows.length
  const context = pixelated(canvas)
  for (const [y, row] of rows.entries())
    for (const [x, colour] of row.entries()) {
      if (!colour) continue
      context.fillStyle = colour
      context.fillRect(x, y, 1, 1)
    }
  return canvas.toDataURL()
}

function pixelated(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser does not support canvas')
  context.imageSmoothingEnabled = false
  return context
}
