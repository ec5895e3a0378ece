import type { BlockModel } from '../page/mesher/block-table.ts'

/** A model with its rotation, as in Minecraft's block state files, but with the model inlined. */
export interface Variant {
  readonly model: BlockModel | null
  readonly x?: number
  readonly y?: number
  readonly z?: number
}

/** A condition on the properties of a block state; values are separated by `|`. */
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

/** Blocks that had another name in the older version whose assets draw them. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  short_grass: 'grass',
  dirt_path: 'grass_path',
}

/** The block that a block looks like if neither it nor a similar one has a picture. */
const UNKNOWN_LOOK = 'stone'

/** Block states with their models, in the format of prismarine-viewer's assets. */
export class BlockStates {
  readonly #files: Readonly<Record<string, BlockStateFile>>

  private constructor(files: Readonly<Record<string, BlockStateFile>>) {
    this.#files = files
  }

  static parse(text: string): BlockStates {
    return new BlockStates(JSON.parse(text) as Record<string, BlockStateFile>)
  }

  /** The models that make up a block. A block with an unknown name looks like stone. */
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

  /** The entry of a block. For a block that the assets lack, this is a block whose name ends the same way. */
  #file(name: string): BlockStateFile | undefined {
    const words = name.split('_')
    const shorter = words.map((_, i) => words.slice(i).join('_'))
    const known = [name, FORMER_NAMES[name] ?? name, ...shorter].find((one) => this.#files[one])
    return this.#files[known ?? UNKNOWN_LOOK]
  }
}

function first(choice: Variant | readonly Variant[]): Variant[] {
  if (!Array.isArray(choice)) return [choice as Variant]
  return choice.slice(0, 1)
}

/** Parses `facing=north,lit=true`; `normal` and the empty string match any state. */
function conditionOf(text: string): Condition {
  const pairs = text.split(',').map((pair) => pair.split('='))
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

/** A property that the block lacks matches: blocks before the flattening have fewer properties. */
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
