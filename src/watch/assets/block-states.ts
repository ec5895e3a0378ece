import { readFile } from 'node:fs/promises'
import type { BlockModel } from '../page/mesher/block-table.ts'
import { assetPath } from './nearest-assets.ts'

/** A model and how it is turned, as the game's block state files have it, the model put in. */
export interface Variant {
  readonly model: BlockModel | null
  readonly x?: number
  readonly y?: number
  readonly z?: number
}

/** What a block state must be like: property and values, or several of these. */
type Condition =
  | { readonly OR: readonly Condition[] }
  | { readonly AND: readonly Condition[] }
  | Readonly<Record<string, string>>

interface BlockStateFile {
  readonly variants?: Readonly<Record<string, Variant | readonly Variant[]>>
  readonly multipart?: readonly {
    readonly when?: Condition
    readonly apply: Variant | readonly Variant[]
  }[]
}

/** Names that changed between a version and the assets that stand in for it. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  short_grass: 'grass',
  dirt_path: 'grass_path',
}

/** Block states and their models of one version of prismarine-viewer's assets. */
export class BlockStates {
  readonly #files: Readonly<Record<string, BlockStateFile>>

  private constructor(files: Readonly<Record<string, BlockStateFile>>) {
    this.#files = files
  }

  static async load(assets: string): Promise<BlockStates> {
    const text = await readFile(assetPath('blocksStates', `${assets}.json`), 'utf8')
    return new BlockStates(JSON.parse(text) as Record<string, BlockStateFile>)
  }

  /** The models that make up a block; one with a name nobody knows gets the picture that says so. */
  variants(name: string, properties: Readonly<Record<string, string>>): readonly Variant[] {
    const file = this.#file(name)
    if (file?.multipart) {
      return file.multipart
        .filter(({ when }) => !when || meets(properties, when))
        .flatMap(({ apply }) => first(apply))
    }
    const entries = Object.entries(file?.variants ?? {})
    const fitting = entries.find(([text]) => meets(properties, conditionOf(text)))
    return first((fitting ?? entries[0])?.[1] ?? [])
  }

  /** The file of a block or, for one that the assets lack, of the block it is a kind of. */
  #file(name: string): BlockStateFile | undefined {
    const words = name.split('_')
    const shorter = words.map((_, i) => words.slice(i).join('_'))
    const known = [name, FORMER_NAMES[name] ?? name, ...shorter].find((one) => this.#files[one])
    return this.#files[known ?? 'missing_texture']
  }
}

function first(choice: Variant | readonly Variant[]): Variant[] {
  if (!Array.isArray(choice)) return [choice as Variant]
  return choice.slice(0, 1)
}

/** `facing=north,lit=true` as a condition; `normal` and nothing mean any state. */
function conditionOf(text: string): Condition {
  const pairs = text.split(',').map((pair) => pair.split('='))
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

/** Properties that the block does not have, as happens in the oldest versions, count as met. */
function meets(properties: Readonly<Record<string, string>>, condition: Condition): boolean {
  if (isList(condition, 'OR')) return condition.OR.some((one) => meets(properties, one))
  if (isList(condition, 'AND')) return condition.AND.every((one) => meets(properties, one))
  return Object.entries(condition).every(
    ([key, value]) =>
      properties[key] === undefined || String(value).split('|').includes(properties[key]),
  )
}

function isList<K extends 'OR' | 'AND'>(
  condition: Condition,
  key: K,
): condition is Extract<Condition, Record<K, readonly Condition[]>> {
  return Array.isArray((condition as Record<string, unknown>)[key])
}
