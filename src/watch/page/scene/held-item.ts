import {
  BoxGeometry,
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  type Texture,
} from 'three'
import type { ItemIcons } from '../item-icons.ts'
import type { BlockPicture } from '../item-picture.ts'
import type { AtlasPlace } from '../mesher/block-table.ts'

/** Width and height of an item's texture (pixels). */
const SIDE = 16

/** Size of a held tool and of a held block (pixels of the body). */
const TOOL = 14
const BLOCK = 6

/** Where the hand holds a tool (pixels from the left and bottom of its texture). */
const GRIP = 3

/** Sideways rotation of a tool (radians), because it is hardly visible edge-on from behind. */
const TURNED = 1.15

/** Pixels with a lower alpha are transparent. */
const MIN_ALPHA = 128

/** Brightness of a block's faces. */
const LIGHTS = { top: 1, side: 0.8 }

/** The object for a held item: a small block, or its texture with a thickness of one pixel. */
export async function heldItem(name: string, icons: ItemIcons, atlas: Texture): Promise<Object3D> {
  const picture = icons.picture(name)
  const held = new Group()
  if (picture && 'block' in picture) {
    held.add(blockInHand(picture.block, atlas))
    return held
  }
  const material = new MeshLambertMaterial({ vertexColors: true })
  const tool = new Mesh(thickPicture(await icons.pixels(name, SIDE)), material)
  tool.scale.setScalar(TOOL / SIDE)
  // The texture's right side is the front, so that a tool points forward and up.
  tool.rotation.set(0, TURNED, 0, 'YXZ')
  return held.add(tool)
}

/** A texture with a thickness of one pixel: one cube per pixel, without faces between neighbours. */
export function thickPicture({ data }: { data: Uint8ClampedArray }): BufferGeometry {
  const positions: number[] = []
  const colours: number[] = []
  const isSet = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < SIDE && y < SIDE && (data[(y * SIDE + x) * 4 + 3] ?? 0) >= MIN_ALPHA
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      if (!isSet(x, y)) continue
      const at = (y * SIDE + x) * 4
      const [red = 0, green = 0, blue = 0] = [...data.subarray(at, at + 3)].map((c) => c / 255)
      for (const [dx, dy, corners] of PIXEL_SIDES) {
        if ((dx || dy) && isSet(x + dx, y - dy)) continue
        for (const [cx, cy, cz] of corners) {
          positions.push(x + cx - GRIP, SIDE - 1 - y + cy - GRIP, cz - 0.5)
          colours.push(red, green, blue)
        }
      }
    }
  }
  const shape = new BufferGeometry()
  shape.setAttribute('position', new Float32BufferAttribute(positions, 3))
  shape.setAttribute('color', new Float32BufferAttribute(colours, 3))
  shape.computeVertexNormals()
  return shape
}

type Point = readonly [x: number, y: number, z: number]

/** The faces of a cube: the offset of the neighbour (0, 0 for front and back), and two triangles. */
const PIXEL_SIDES: readonly (readonly [dx: number, dy: number, corners: readonly Point[]])[] = [
  [0, 0, quad([0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1])],
  [0, 0, quad([1, 0, 0], [0, 0, 0], [0, 1, 0], [1, 1, 0])],
  [1, 0, quad([1, 0, 1], [1, 0, 0], [1, 1, 0], [1, 1, 1])],
  [-1, 0, quad([0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 0])],
  [0, 1, quad([0, 1, 1], [1, 1, 1], [1, 1, 0], [0, 1, 0])],
  [0, -1, quad([0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1])],
]

function quad(a: Point, b: Point, c: Point, d: Point): readonly Point[] {
  return [a, b, c, a, c, d]
}

/** A small block with the textures of its icon. */
function blockInHand(picture: BlockPicture, atlas: Texture): Mesh {
  const { top, left, right, height, topTint, sideTint } = picture
  const shape = new BoxGeometry(BLOCK, BLOCK * height, BLOCK)
  const uvs: number[] = []
  const colours: number[] = []
  // BoxGeometry orders its faces: right, left, top, bottom, front, back.
  for (const face of [right, right, top, top, left, left]) {
    uvs.push(...cornersOf(face))
    const colour = new Color((face === top ? topTint : sideTint) ?? '#fff')
    colour.multiplyScalar(face === top ? LIGHTS.top : LIGHTS.side)
    for (let corner = 0; corner < 4; corner++) colours.push(colour.r, colour.g, colour.b)
  }
  shape.setAttribute('uv', new Float32BufferAttribute(uvs, 2))
  shape.setAttribute('color', new Float32BufferAttribute(colours, 3))
  const look = { map: atlas, vertexColors: true, transparent: true, alphaTest: 0.1 }
  return new Mesh(shape, new MeshLambertMaterial(look))
}

function cornersOf({ u, v, su, sv }: AtlasPlace): number[] {
  return [u, v, u + su, v, u, v + sv, u + su, v + sv]
}
