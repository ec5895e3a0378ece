import { BufferGeometry, Euler, Float32BufferAttribute, MathUtils, Vector3 } from 'three'

/** Default size of a skin (pixels). */
export const SKIN = 64

type Triple = readonly [number, number, number]

/** A face's own position on the skin, for cubes without the standard layout. */
interface OwnFace {
  readonly uv: readonly [number, number]
  readonly uv_size?: readonly [number, number]
}

/** A cube of a bone (pixels). The x axis points to the left of an entity that faces north. */
export interface EntityCube {
  readonly origin: Triple
  readonly size: Triple
  /** Position on the skin: the corner of the standard layout, or one position per face. Other faces are not drawn. */
  readonly uv?: readonly [number, number] | Readonly<Partial<Record<Side, OwnFace>>>
  readonly inflate?: number
  readonly mirror?: boolean
  /** Degrees around `pivot`, by default the middle of the cube. */
  readonly rotation?: Triple
  readonly pivot?: Triple
}

/** A bone of prismarine-viewer's models. Pivots are relative to the feet, not to the parent. */
export interface EntityBone {
  readonly name: string
  readonly parent?: string
  readonly pivot?: Triple
  /** Degrees; also rotates child bones. */
  readonly rotation?: Triple
  /** Degrees; rotates only the bone's own cubes. */
  readonly bind_pose_rotation?: Triple
  readonly cubes?: readonly EntityCube[]
  readonly mirror?: boolean
  readonly inflate?: number
  readonly neverRender?: boolean
}

export interface EntityGeometry {
  readonly texturewidth?: number
  readonly textureheight?: number
  readonly bones: readonly EntityBone[]
}

type Side = 'up' | 'down' | 'east' | 'west' | 'north' | 'south'

/** A corner (0 or 1 on each axis), with its texture coordinates within the face (0 or 1). */
type Corner = readonly [x: number, y: number, z: number, u: number, v: number]

const CORNERS: Readonly<Record<Side, readonly [Corner, Corner, Corner, Corner]>> = {
  up: [
    [0, 1, 1, 1, 0],
    [1, 1, 1, 0, 0],
    [0, 1, 0, 1, 1],
    [1, 1, 0, 0, 1],
  ],
  down: [
    [1, 0, 1, 0, 0],
    [0, 0, 1, 1, 0],
    [1, 0, 0, 0, 1],
    [0, 0, 0, 1, 1],
  ],
  east: [
    [1, 1, 1, 0, 0],
    [1, 0, 1, 0, 1],
    [1, 1, 0, 1, 0],
    [1, 0, 0, 1, 1],
  ],
  west: [
    [0, 1, 0, 0, 0],
    [0, 0, 0, 0, 1],
    [0, 1, 1, 1, 0],
    [0, 0, 1, 1, 1],
  ],
  north: [
    [1, 0, 0, 0, 1],
    [0, 0, 0, 1, 1],
    [1, 1, 0, 0, 0],
    [0, 1, 0, 1, 0],
  ],
  south: [
    [0, 0, 1, 0, 1],
    [1, 0, 1, 1, 1],
    [0, 1, 1, 0, 0],
    [1, 1, 1, 1, 0],
  ],
}

const SIDES = Object.keys(CORNERS) as Side[]

/** Sides whose textures a mirrored cube swaps. */
const MIRRORED: Readonly<Partial<Record<Side, Side>>> = { east: 'west', west: 'east' }

/** Converts a point of a model to the scene, whose x axis points to the right of an entity that faces north. */
export function inScene([x, y, z]: Triple): Vector3 {
  return new Vector3(-x, y, z)
}

/** Converts a rotation of a model to the scene. */
export function turnInScene([x, y, z]: Triple): Euler {
  const [a, b, c] = [-x, -y, z].map(MathUtils.degToRad)
  return new Euler(a, b, c, 'ZYX')
}

/** The cubes of a bone, relative to its pivot; null without cubes. */
export function boneGeometry(bone: EntityBone, skin: EntityGeometry): BufferGeometry | null {
  const cubes = bone.neverRender ? [] : (bone.cubes ?? [])
  if (cubes.length === 0) return null
  const geometry = new BufferGeometry()
  const parts = { positions: [] as number[], uvs: [] as number[], indices: [] as number[] }
  for (const cube of cubes) addCube(parts, cube, bone, skin)
  geometry.setAttribute('position', new Float32BufferAttribute(parts.positions, 3))
  geometry.setAttribute('uv', new Float32BufferAttribute(parts.uvs, 2))
  geometry.setIndex(parts.indices)
  geometry.computeVertexNormals()
  return geometry
}

interface Parts {
  readonly positions: number[]
  readonly uvs: number[]
  readonly indices: number[]
}

function addCube(parts: Parts, cube: EntityCube, bone: EntityBone, skin: EntityGeometry): void {
  const { texturewidth = SKIN, textureheight = SKIN } = skin
  const isMirrored = cube.mirror ?? bone.mirror ?? false
  for (const side of SIDES) {
    const picture = pictureOf(cube, isMirrored ? (MIRRORED[side] ?? side) : side)
    if (!picture) continue
    const first = parts.positions.length / 3
    for (const [x, y, z, u, v] of CORNERS[side]) {
      const place = cornerOf(cube, bone, x, y, z)
      parts.positions.push(place.x, place.y, place.z)
      const along = isMirrored ? 1 - u : u
      parts.uvs.push(
        (picture.u + along * picture.width) / texturewidth,
        (picture.v + v * picture.height) / textureheight,
      )
    }
    parts.indices.push(first, first + 1, first + 2, first + 2, first + 1, first + 3)
  }
}

function cornerOf(cube: EntityCube, bone: EntityBone, x: number, y: number, z: number): Vector3 {
  const { origin, size, rotation, inflate = bone.inflate ?? 0 } = cube
  const at = (axis: 0 | 1 | 2, end: number) =>
    origin[axis] + end * size[axis] + (end ? inflate : -inflate)
  // East is at the least x of the models.
  const place = inScene([at(0, 1 - x), at(1, y), at(2, z)])
  if (rotation) {
    const pivot = inScene(cube.pivot ?? middleOf(cube))
    place.sub(pivot).applyEuler(turnInScene(rotation)).add(pivot)
  }
  place.sub(inScene(bone.pivot ?? [0, 0, 0]))
  return bone.bind_pose_rotation ? place.applyEuler(turnInScene(bone.bind_pose_rotation)) : place
}

function middleOf({ origin, size }: EntityCube): Triple {
  return [origin[0] + size[0] / 2, origin[1] + size[1] / 2, origin[2] + size[2] / 2]
}

interface Picture {
  readonly u: number
  readonly v: number
  readonly width: number
  readonly height: number
}

/** The position of a cube's side on the skin (pixels); null if the side is not drawn. */
function pictureOf({ uv, size: [wide, high, deep] }: EntityCube, side: Side): Picture | null {
  const [width, height] =
    side === 'up' || side === 'down'
      ? [wide, deep]
      : side === 'east' || side === 'west'
        ? [deep, high]
        : [wide, high]
  if (!isCorner(uv)) {
    const own = uv?.[side]
    if (!own) return null
    const [ownWidth, ownHeight] = own.uv_size ?? [width, height]
    return { u: own.uv[0], v: own.uv[1], width: ownWidth, height: ownHeight }
  }
  const [left, top] = {
    up: [deep, 0],
    down: [deep + wide, 0],
    east: [0, deep],
    north: [deep, deep],
    west: [deep + wide, deep],
    south: [2 * deep + wide, deep],
  }[side] as [number, number]
  return { u: uv[0] + left, v: uv[1] + top, width, height }
}

function isCorner(uv: EntityCube['uv']): uv is readonly [number, number] {
  return Array.isArray(uv)
}
