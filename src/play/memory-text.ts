import { plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'
import {
  contentsText,
  MEMORY_KINDS,
  type Memory,
  type MemoryKind,
  type Remembered,
} from './memory.ts'
import { standingTitle } from './order-spec.ts'
import { orderTitle, parseOrder } from './orders.ts'

/** Headings of the kinds of memories. */
export const KIND_TITLES: Readonly<Record<MemoryKind, string>> = {
  places: 'Places',
  sightings: 'Blocks',
  chests: 'Chests',
  people: 'People',
  deaths: 'Deaths',
  past: 'Past orders',
  standing: 'Standing orders',
  queue: 'Orders that wait',
}

/** How each kind of memory reads, in one line. */
const TEXTS: {
  readonly [Kind in Exclude<MemoryKind, 'sightings'>]: (value: Remembered<Kind>) => string
} = {
  places: ({ name, radius, ...at }) =>
    `${name}: ${spotText(at)}${radius > 0 ? `, protected for ${radius} blocks around` : ''}`,
  chests: ({ contents, x, y, z }) => `${x} ${y} ${z}: ${contentsText(contents) || 'empty'}`,
  people: ({ name, ...at }) => `${name} at ${spotText(at)}`,
  deaths: ({ cause, ...at }) => `${spotText(at)}: ${cause}`,
  past: ({ title, by, result }) => `${by ?? 'terminal'}: ${title}: ${result}`,
  standing: standingTitle,
  queue({ order, by, held }) {
    const read = parseOrder(order)
    const title = read ? orderTitle(read) : 'a damaged order'
    return `${by ?? 'terminal'}: ${title}${held ? ' (on hold)' : ''}`
  },
}

/** The memories of a companion, a line each below the heading of their kind. */
export function memoryText(memory: Memory): string {
  const sections = MEMORY_KINDS.flatMap((kind) => {
    const lines = kind === 'sightings' ? blockLines(memory) : linesOf(memory, kind)
    return lines.length > 0 ? [`${KIND_TITLES[kind]}:`, ...lines.map((line) => `  ${line}`)] : []
  })
  return sections.length > 0 ? sections.join('\n') : 'nothing is remembered'
}

/** The kinds of blocks with their numbers: there are too many blocks for a line each. */
function blockLines(memory: Memory): string[] {
  const kinds = Map.groupBy(memory.all('sightings'), ({ block }) => block)
  return [...kinds].map(([kind, blocks]) => {
    const last = blocks.at(-1)
    return `${kind}: ${counted(blocks.length, 'place')}, the last at ${last?.x} ${last?.y} ${last?.z}`
  })
}

function linesOf<Kind extends Exclude<MemoryKind, 'sightings'>>(
  memory: Memory,
  kind: Kind,
): string[] {
  return memory.dated(kind).map(({ value, at }) => {
    const day = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
    return plainText(`${day} ${TEXTS[kind](value)}`, MAX_LINE)
  })
}

/** Limit on a line (characters). */
const MAX_LINE = 300

interface At {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly dimension: string
}

function spotText({ x, y, z, dimension }: At): string {
  return `${x} ${y} ${z} in ${dimension}`
}
