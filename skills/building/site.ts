import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { NORMALS } from '#body/faces'
import type { Position } from '#body/navigation/position'
import {
  type Blueprint,
  isAsPlanned,
  isSecondHalf,
  itemOf,
  type PlannedBlock,
} from './blueprint.ts'
import { aimFor, standsOnBlockBelow } from './orientation.ts'

/**
 * How the place of a block is: as planned, not seen yet, free for the block, or taken by another block.
 */
export type CellState = 'standing' | 'unseen' | 'free' | 'taken'

/** The place of a planned block in the world. */
export interface Cell {
  readonly at: Vec3
  readonly block: PlannedBlock
  /** The item to place; null where the block appears with its other half, or players cannot place it. */
  readonly item: string | null
}

/** How much of a building stands, by what the agent has seen. */
export interface Tally {
  /** Blocks that are as planned. */
  readonly standing: number
  readonly planned: number
  /** Blocks that the agent has not seen. */
  readonly unseen: number
  /** Items of the blocks that are known not to be as planned. */
  readonly missing: Readonly<Record<string, number>>
}

/** What a placed block replaces. */
const REPLACED =
  /^((cave_|void_)?air|(flowing_)?(water|lava)|bubble_column|grass|short_grass|fern|dead_bush|tall_grass|large_fern|vine|snow|seagrass|tall_seagrass|fire|soul_fire|short_dry_grass|tall_dry_grass|leaf_litter)$/

/** Where a blueprint is built, and what the agent knows of it. */
export class Site {
  readonly blueprint: Blueprint
  readonly corner: Vec3
  readonly cells: readonly Cell[]
  /** Places that must be empty. */
  readonly air: readonly Vec3[]
  readonly #body: Body
  readonly #planned = new Set<string>()
  /** Places below blocks that need one there. */
  readonly #bases = new Set<string>()

  /** @param corner where the position 0 0 0 of the blueprint lies. */
  constructor(body: Body, blueprint: Blueprint, corner: Vec3) {
    this.#body = body
    this.blueprint = blueprint
    this.corner = corner
    const at = ({ x, y, z }: Position) => corner.offset(x, y, z)
    this.cells = blueprint.blocks.map((block) => ({
      at: at(block),
      block,
      item: isSecondHalf(block) ? null : (itemOf(body.registry, block) ?? null),
    }))
    this.air = blueprint.air.map(at)
    for (const { at, block } of this.cells) {
      this.#planned.add(String(at))
      if (standsOnBlockBelow(block) && !isSecondHalf(block))
        this.#bases.add(String(at.offset(0, -1, 0)))
    }
  }

  get centre(): Vec3 {
    const { x, y, z } = this.blueprint.size
    return this.corner.offset(Math.floor(x / 2), Math.floor(y / 2), Math.floor(z / 2))
  }

  /** Whether a block is planned at a place. */
  isPlanned(place: Vec3): boolean {
    return this.#planned.has(String(place))
  }

  /** Whether a planned block, such as a door, needs a block at a place to stand on. */
  isBase(place: Vec3): boolean {
    return this.#bases.has(String(place))
  }

  /** Whether a place lies within a distance of the building's box (blocks). */
  isNear({ x, y, z }: Position, distance: number): boolean {
    const { corner, blueprint } = this
    const isWithin = (value: number, low: number, size: number) =>
      value >= low - distance && value < low + size + distance
    return (
      isWithin(x, corner.x, blueprint.size.x) &&
      isWithin(y, corner.y, blueprint.size.y) &&
      isWithin(z, corner.z, blueprint.size.z)
    )
  }

  state({ at, block }: Cell): CellState {
    const { vision, registry, blocks } = this.#body
    const state = vision.state(at.x, at.y, at.z)
    const isKnown = vision.isKnown(at.x, at.y, at.z)
    if (isAsPlanned(registry, block, state)) return isKnown ? 'standing' : 'unseen'
    if (REPLACED.test(blocks.traits(state).name)) return 'free'
    return isKnown ? 'taken' : 'unseen'
  }

  /** Whether the agent has seen what is at the place of a cell. */
  isKnown({ at: { x, y, z } }: Cell): boolean {
    return this.#body.vision.isKnown(x, y, z)
  }

  /** Solid blocks in places that must be empty, the highest first. */
  get obstacles(): Vec3[] {
    return this.air
      .filter((place) => {
        const { open, water, lava } = this.#body.traitsAt(place)
        return !open && !water && !lava
      })
      .sort((a, b) => b.y - a.y)
  }

  /** Whether a block can be clicked to place the block of a cell: a support at the right side, and below where it needs one. */
  isSupported({ at, block }: Cell): boolean {
    if (standsOnBlockBelow(block) && !this.isSolid(at.offset(0, -1, 0))) return false
    return (aimFor(block).faces ?? []).some((face) => {
      const normal = NORMALS[face]
      return normal !== undefined && this.isSolid(at.minus(normal))
    })
  }

  /** Whether there is something to place a block against. */
  isSolid(place: Vec3): boolean {
    const traits = this.#body.traitsAt(place)
    return !traits.open && !traits.water && !traits.lava && traits.name !== 'unloaded'
  }

  get tally(): Tally {
    let standing = 0
    let unseen = 0
    const missing: Record<string, number> = {}
    for (const cell of this.cells) {
      const state = this.state(cell)
      if (state === 'standing') standing++
      else if (state === 'unseen') unseen++
      else if (cell.item !== null) missing[cell.item] = (missing[cell.item] ?? 0) + 1
    }
    return { standing, planned: this.cells.length, unseen, missing }
  }
}
