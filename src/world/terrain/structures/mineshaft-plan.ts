import { ChunkMap } from '#geometry/chunk-map'
import { Dice } from '../chance.ts'

/** Horizontal directions: north, east, south, west. */
export const STEPS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const
export type Direction = 0 | 1 | 2 | 3

/** Space of a piece, inclusive. */
interface Box {
  x0: number
  y0: number
  z0: number
  x1: number
  y1: number
  z1: number
}

/** The room in which a mineshaft starts, and where corridors cross. */
interface Hall<Kind> {
  kind: Kind
  box: Box
}

/** A corridor or a staircase: three blocks wide, from the middle of its first floor block. */
export interface Passage {
  kind: 'corridor' | 'stairs'
  box: Box
  x: number
  y: number
  z: number
  direction: Direction
  /** Blocks along its direction. */
  length: number
  rails: boolean
  /** Cobwebs, and one spawner of cave spiders. */
  spiders: boolean
}

export type Piece = Hall<'room'> | Hall<'crossing'> | Passage

/** A mineshaft: its pieces by the chunks that they touch. */
export interface Mineshaft {
  piecesIn(chunkX: number, chunkZ: number): readonly Piece[]
}

/** Pieces begin within this distance of the first room (blocks), and this many pieces from it. */
const RANGE = 80
const MAX_DEPTH = 8
/** Distance between supports (blocks), and lengths of corridors in such sections. */
export const SECTION = 5
const MIN_SECTIONS = 2
const MAX_SECTIONS = 4
/** Weights of crossings and stairs in 100; the others are corridors. */
const CROSSINGS = 20
const STAIRS = 10
const STAIRS_LENGTH = 9
const STAIRS_DROP = 5
/** Half the width of a crossing (blocks). */
const HALF_CROSSING = 2
const RAILS_CHANCE = 1 / 3
const SPIDERS_CHANCE = 1 / 23
/** The highest piece ends this far below the sea level of 63, as in the game (blocks). */
const TOP = 53

/** A place from which a piece leads on. */
interface Exit {
  x: number
  y: number
  z: number
  direction: Direction
  depth: number
}

/** Lays out a mineshaft from the chunk in which it starts. */
export function planMineshaft(
  seed: number,
  chunkX: number,
  chunkZ: number,
  minY: number,
): Mineshaft {
  const dice = new Dice(seed, chunkX, chunkZ, 61)
  const pieces: Piece[] = []
  const room = firstRoom(dice, chunkX * 16 + 2, chunkZ * 16 + 2)
  pieces.push({ kind: 'room', box: room })
  const open = exitsOfRoom(dice, room)
  for (let next = open.shift(); next; next = open.shift()) {
    const far = Math.max(Math.abs(next.x - room.x0), Math.abs(next.z - room.z0)) > RANGE
    if (next.depth > MAX_DEPTH || far) continue
    const piece = pieceAt(dice, next, pieces)
    if (!piece) continue
    pieces.push(piece)
    open.push(...exitsOf(dice, piece, next))
  }
  return byChunk(lowered(dice, pieces, minY))
}

function firstRoom(dice: Dice, x: number, z: number): Box {
  const [width, height, depth] = [7 + dice.below(6), 4 + dice.below(6), 7 + dice.below(6)]
  return { x0: x, y0: 50, z0: z, x1: x + width, y1: 50 + height, z1: z + depth }
}

/** Exits in the four walls of the room, at random intervals. */
function exitsOfRoom(dice: Dice, { x0, y0, z0, x1, y1, z1 }: Box): Exit[] {
  const exits: Exit[] = []
  const along = (length: number, at: (offset: number) => Omit<Exit, 'y' | 'depth'>) => {
    for (let offset = dice.below(length); offset + 3 <= length; offset += 4 + dice.below(length)) {
      const y = y0 + 1 + dice.below(Math.max(1, y1 - y0 - 3))
      exits.push({ ...at(offset + 1), y, depth: 1 })
    }
  }
  along(x1 - x0, (offset) => ({ x: x0 + offset, z: z0 - 1, direction: 0 }))
  along(z1 - z0, (offset) => ({ x: x1 + 1, z: z0 + offset, direction: 1 }))
  along(x1 - x0, (offset) => ({ x: x0 + offset, z: z1 + 1, direction: 2 }))
  along(z1 - z0, (offset) => ({ x: x0 - 1, z: z0 + offset, direction: 3 }))
  return exits
}

/** A random piece that fits at an exit; undefined when none does. */
function pieceAt(dice: Dice, exit: Exit, pieces: readonly Piece[]): Piece | undefined {
  const { x, y, z, direction } = exit
  const sort = dice.below(100)
  const isFree = (box: Box) => pieces.every((piece) => !overlap(piece.box, box))
  if (sort < CROSSINGS) {
    const box = boxAlong(exit, 2 * HALF_CROSSING + 1, HALF_CROSSING, 0, 2)
    return isFree(box) ? { kind: 'crossing', box } : undefined
  }
  const at = { x, y, z, direction, rails: false, spiders: false }
  if (sort < CROSSINGS + STAIRS) {
    const box = boxAlong(exit, STAIRS_LENGTH, 1, -STAIRS_DROP, 2)
    return isFree(box) ? { kind: 'stairs', box, ...at, length: STAIRS_LENGTH } : undefined
  }
  const most = MIN_SECTIONS + dice.below(MAX_SECTIONS - MIN_SECTIONS + 1)
  for (let sections = most; sections > 0; sections--) {
    const length = sections * SECTION
    const box = boxAlong(exit, length, 1, 0, 2)
    if (!isFree(box)) continue
    const rails = dice.next() < RAILS_CHANCE
    const spiders = !rails && dice.next() < SPIDERS_CHANCE
    return { kind: 'corridor', box, ...at, length, rails, spiders }
  }
  return undefined
}

/** The box of a piece that extends from an exit. */
function boxAlong(
  { x, y, z, direction }: Exit,
  length: number,
  half: number,
  down: number,
  up: number,
): Box {
  const [dx, dz] = STEPS[direction]
  const [endX, endZ] = [x + dx * (length - 1), z + dz * (length - 1)]
  const [sideX, sideZ] = [Math.abs(dz) * half, Math.abs(dx) * half]
  return {
    x0: Math.min(x, endX) - sideX,
    y0: y + down,
    z0: Math.min(z, endZ) - sideZ,
    x1: Math.max(x, endX) + sideX,
    y1: y + up,
    z1: Math.max(z, endZ) + sideZ,
  }
}

function overlap(a: Box, b: Box): boolean {
  return (
    a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1 && a.z0 <= b.z1 && b.z0 <= a.z1
  )
}

/** Where a piece leads on: its far end, the other sides of a crossing, and side exits of corridors. */
function exitsOf(dice: Dice, piece: Piece, from: Exit): Exit[] {
  const { x, y, z, direction } = from
  const depth = from.depth + 1
  const [dx, dz] = STEPS[direction]
  const left = ((direction + 3) % 4) as Direction
  const right = ((direction + 1) % 4) as Direction
  const beyond = (length: number) => ({ x: x + dx * length, z: z + dz * length })
  /** The exit to a side, `length` blocks along and `half` blocks from the middle. */
  const side = (turn: Direction, length: number, half: number, up: number): Exit => {
    const [sideX, sideZ] = STEPS[turn]
    return {
      x: x + dx * length + sideX * (half + 1),
      y: y + up,
      z: z + dz * length + sideZ * (half + 1),
      ...{ direction: turn, depth },
    }
  }
  if (piece.kind === 'room') return []
  if (piece.kind === 'crossing') {
    const width = 2 * HALF_CROSSING + 1
    const ahead = { ...beyond(width), y, direction, depth }
    return [
      ahead,
      side(left, HALF_CROSSING, HALF_CROSSING, 0),
      side(right, HALF_CROSSING, HALF_CROSSING, 0),
    ]
  }
  if (piece.kind === 'stairs')
    return [{ ...beyond(piece.length), y: y - STAIRS_DROP, direction, depth }]
  const exits: Exit[] = []
  const up = dice.below(3) - 1
  const turn = dice.below(4)
  if (turn <= 1) exits.push({ ...beyond(piece.length), y: y + up, direction, depth })
  else exits.push(side(turn === 2 ? left : right, piece.length - 2, 1, up))
  for (let at = SECTION - 2; at + 3 <= piece.length; at += SECTION) {
    const branch = dice.below(5)
    if (branch === 0) exits.push(side(left, at, 1, 0))
    if (branch === 1) exits.push(side(right, at, 1, 0))
  }
  return exits
}

/** Moves all pieces to a random height below the sea level. */
function lowered(dice: Dice, pieces: readonly Piece[], minY: number): Piece[] {
  const lowest = Math.min(...pieces.map(({ box }) => box.y0))
  const highest = Math.max(...pieces.map(({ box }) => box.y1))
  const lowestTop = highest - lowest + 2 + minY
  const top = lowestTop < TOP ? lowestTop + dice.below(TOP - lowestTop) : lowestTop
  const up = top - highest
  return pieces.map((piece) => {
    const box = { ...piece.box, y0: piece.box.y0 + up, y1: piece.box.y1 + up }
    return 'y' in piece ? { ...piece, box, y: piece.y + up } : { ...piece, box }
  })
}

function byChunk(pieces: readonly Piece[]): Mineshaft {
  const listed = new ChunkMap<Piece[]>()
  for (const piece of pieces) {
    const { x0, x1, z0, z1 } = piece.box
    for (let chunkZ = z0 >> 4; chunkZ <= z1 >> 4; chunkZ++) {
      for (let chunkX = x0 >> 4; chunkX <= x1 >> 4; chunkX++) {
        const known = listed.get(chunkX, chunkZ)
        if (known) known.push(piece)
        else listed.set(chunkX, chunkZ, [piece])
      }
    }
  }
  return { piecesIn: (chunkX, chunkZ) => listed.get(chunkX, chunkZ) ?? [] }
}
