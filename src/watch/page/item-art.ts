/** Colours of planks by wood; oak for woods without one. */
const WOODS: Readonly<Record<string, string>> = {
  oak: '#b8945f',
  spruce: '#82613a',
  birch: '#d7c185',
  jungle: '#b88764',
  acacia: '#ba6337',
  dark_oak: '#4f3218',
  mangrove: '#773934',
  cherry: '#e4b4ad',
  bamboo: '#e3cc6a',
  crimson: '#7e3a56',
  warped: '#398382',
  nether_brick: '#44222a',
}

/** Colours of wool. */
const COLOURS: Readonly<Record<string, string>> = {
  white: '#e9ecec',
  orange: '#f07613',
  magenta: '#bd44b3',
  light_blue: '#3aafd9',
  yellow: '#f8c527',
  lime: '#70b919',
  pink: '#ed8dac',
  gray: '#3e4447',
  light_gray: '#8e8e86',
  cyan: '#158991',
  purple: '#792aac',
  blue: '#35399d',
  brown: '#724728',
  green: '#546d1b',
  red: '#a12722',
  black: '#141519',
}

/**
 * Drawings of items whose blocks the textures do not show: one letter a pixel. `a` is the item's own colour, `b` a darker
 * and `c` a lighter one, `k` an outline, `w` white, `g` grey; others are transparent.
 */
const DRAWINGS = {
  chest: [
    '................',
    '................',
    '..kkkkkkkkkkkk..',
    '.kcccccccccccck.',
    '.kaaaaaaaaaaaak.',
    '.kaaaaaaaaaaaak.',
    '.kbbbbbbbbbbbbk.',
    '.kkkkkkggkkkkkk.',
    '.kaaaaaggaaaaak.',
    '.kaaaaaggaaaaak.',
    '.kaaaaaaaaaaaak.',
    '.kaaaaaaaaaaaak.',
    '.kaaaaaaaaaaaak.',
    '.kbbbbbbbbbbbbk.',
    '..kkkkkkkkkkkk..',
    '................',
  ],
  bed: [
    '................',
    '................',
    '................',
    '..........kkkkk.',
    '......kkkkwwwwwk',
    '..kkkkccaawwwwwk',
    '.kccccaaaawwwwkk',
    'kaaaaaaaaaawwkbk',
    'kaaaaaaaaaaakbbk',
    'kaaaaaaaaakkbbbk',
    'kbaaaaakkkbbbbk.',
    'kbbbkkkbbbbkkkk.',
    'kkkkbbbkkkkk.kk.',
    '.kk.kkkk........',
    '......kk........',
    '................',
  ],
  fence: [
    '................',
    '..kkk......kkk..',
    '..kck......kck..',
    '..kak......kak..',
    'kkkakkkkkkkkakkk',
    'cccaccccccccaccc',
    'bbbabbbbbbbbabbb',
    'kkkakkkkkkkkakkk',
    '..kak......kak..',
    'kkkakkkkkkkkakkk',
    'cccaccccccccaccc',
    'bbbabbbbbbbbabbb',
    'kkkakkkkkkkkakkk',
    '..kak......kak..',
    '..kbk......kbk..',
    '..kkk......kkk..',
  ],
} as const

/** The drawing of an item and its colour; null for an item that the textures show. */
export function drawingOf(
  item: string,
): { readonly shape: keyof typeof DRAWINGS; readonly colour: string } | null {
  if (item === 'chest' || item === 'trapped_chest') return { shape: 'chest', colour: '#a5712d' }
  if (item === 'ender_chest') return { shape: 'chest', colour: '#2c3f44' }
  const [, colour] = /^(?:(.+)_)?bed$/.exec(item) ?? []
  if (item === 'bed' || (colour && COLOURS[colour]))
    return { shape: 'bed', colour: COLOURS[colour ?? 'red'] ?? '' }
  const [, wood] = /^(?:(.+)_)?fence$/.exec(item) ?? []
  if (item === 'fence' || wood)
    return { shape: 'fence', colour: WOODS[wood ?? 'oak'] ?? WOODS.oak ?? '' }
  return null
}

/**
 * The pixels of an item's drawing as rows of colours, null for transparent ones; null for an item that the textures show.
 */
export function drawnPixels(item: string): readonly (readonly (string | null)[])[] | null {
  const drawing = drawingOf(item)
  if (!drawing) return null
  const { shape, colour } = drawing
  const inks: Readonly<Record<string, string>> = {
    a: colour,
    b: shaded(colour, 0.72),
    c: shaded(colour, 1.2),
    k: shaded(colour, 0.35),
    w: '#f2f2f2',
    g: '#c9ccd0',
  }
  return DRAWINGS[shape].map((row) => [...row].map((letter) => inks[letter] ?? null))
}

/** A colour with its brightness multiplied. */
function shaded(colour: string, factor: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return `rgb(${parts.map((part) => Math.min(255, Math.round(part * factor))).join()})`
}
