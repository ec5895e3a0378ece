import { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'

/** A command that cannot be carried out; the message is for the player. */
export class CommandError extends Error {}

/** Limits on coordinates (blocks). */
const MAX_HORIZONTAL = 30_000_000
const MAX_VERTICAL = 2048
/** Number of data values of a block before 1.13. */
const DATA_VALUES = 16

/** The words of a command, which are read from left to right. */
export class CommandWords {
  readonly #words: string[]
  readonly #speaker: Player
  readonly #players: Players
  readonly #registry: Registry

  constructor(needs: { text: string; speaker: Player; players: Players; registry: Registry }) {
    this.#words = needs.text.split(/\s+/).filter((word) => word !== '')
    this.#speaker = needs.speaker
    this.#players = needs.players
    this.#registry = needs.registry
  }

  get left(): number {
    return this.#words.length
  }

  /** The next word. @throws CommandError when there is none. */
  next(what: string): string {
    const word = this.#words.shift()
    if (word === undefined) throw new CommandError(`Incomplete command: ${what} is missing`)
    return word
  }

  /** Everything that is left, as one text. */
  rest(what: string): string {
    return [this.next(what), ...this.#words.splice(0)].join(' ')
  }

  oneOf<T extends string>(what: string, values: readonly T[]): T {
    const word = this.next(what)
    const value = values.find((candidate) => candidate === word)
    if (value === undefined)
      throw new CommandError(`Unknown ${what} '${word}': use ${values.join(', ')}`)
    return value
  }

  number(what: string, min: number, max: number): number {
    const word = this.next(what)
    const value = /^-?\d+$/.test(word) ? Number(word) : Number.NaN
    if (Number.isNaN(value)) throw new CommandError(`Expected a whole number for ${what}`)
    if (value < min || value > max)
      throw new CommandError(`${what} must be between ${min} and ${max}, found ${value}`)
    return value
  }

  /** Players by name or selector; the speaker when no word is left. */
  players(): readonly Player[] {
    const word = this.#words.shift()
    const all = [...this.#players]
    if (word === undefined || word === '@s' || word === '@p') return [this.#speaker]
    if (word === '@a') return all
    const named = all.filter(({ name }) => name.toLowerCase() === word.toLowerCase())
    if (named.length === 0) throw new CommandError('No player was found')
    return named
  }

  /** Whether the next word is a coordinate. */
  isCoordinate(): boolean {
    return /^[~.\-\d]/.test(this.#words[0] ?? '')
  }

  /** A position in blocks, with `~` for the speaker's own. */
  block(): Vec3 {
    return this.#position(0).floored()
  }

  /** A position of the feet; whole numbers are the middle of a block. */
  position(): Vec3 {
    return this.#position(0.5)
  }

  /** An item by its flattened name. */
  item(): string {
    const name = this.next('an item').replace(/^minecraft:/, '')
    if (!this.#registry.hasItem(name)) throw new CommandError(`Unknown item 'minecraft:${name}'`)
    return name
  }

  /** A block's state, such as `oak_log[axis=x]`; before 1.13 also `log 1`, with the version's names and data values. */
  blockState(): number {
    const text = this.next('a block')
    const [, name = '', list = ''] = /^(?:minecraft:)?([a-z0-9_]+)(?:\[(.*)\])?$/.exec(text) ?? []
    const { flattened, data } = this.#registry
    const old = flattened || list !== '' ? undefined : data.blocksByName[name]
    if (old) {
      const hasData = /^\d{1,2}$/.test(this.#words[0] ?? '')
      return (
        old.id * DATA_VALUES + (hasData ? this.number('The data value', 0, DATA_VALUES - 1) : 0)
      )
    }
    if (!this.#registry.hasBlock(name)) throw new CommandError(`Unknown block type '${text}'`)
    const pairs = list.split(',').filter((pair) => pair !== '')
    const properties = pairs.map((pair) => pair.split('=', 2) as [string, string])
    return this.#registry.blockState(name, Object.fromEntries(properties))
  }

  #position(middle: number): Vec3 {
    const { x, y, z } = this.#speaker.position
    return new Vec3(
      this.#coordinate('x', x, middle, MAX_HORIZONTAL),
      this.#coordinate('y', y, 0, MAX_VERTICAL),
      this.#coordinate('z', z, middle, MAX_HORIZONTAL),
    )
  }

  #coordinate(axis: string, own: number, middle: number, max: number): number {
    const word = this.next(`the coordinate ${axis}`)
    const [, relative, text = ''] = /^(~?)(-?(?:\d+\.?\d*|\.\d+)?)$/.exec(word) ?? []
    if (relative === undefined || (relative === '' && text === '') || text === '-')
      throw new CommandError(`Expected a coordinate, found '${word}'`)
    const offset = text === '' ? 0 : Number(text)
    const isWhole = relative === '' && !text.includes('.')
    const value = relative === '~' ? own + offset : offset + (isWhole ? middle : 0)
    if (Math.abs(value) > max) throw new CommandError('That position is out of this world!')
    return value
  }
}
