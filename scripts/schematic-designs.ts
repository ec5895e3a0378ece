/** The schematics that the package contains. */

/** What the letters of the layers mean. A blank leaves a place as it is. */
const KINDS: Readonly<Record<string, string>> = {
  ' ': 'structure_void',
  '.': 'air',
  c: 'cobblestone',
  p: 'oak_planks',
  l: 'oak_log[axis=y]',
  g: 'glass',
  d: 'oak_door[facing=north,half=lower]',
  D: 'oak_door[facing=north,half=upper]',
  f: 'oak_fence',
  h: 'ladder[facing=south]',
  t: 'torch',
  w: 'wall_torch[facing=south]',
  n: 'oak_stairs[facing=north,half=bottom]',
  '>': 'oak_stairs[facing=east,half=bottom]',
  '<': 'oak_stairs[facing=west,half=bottom]',
  e: 'cobblestone_stairs[facing=east,half=bottom]',
  k: 'cobblestone_stairs[facing=west,half=bottom]',
  s: 'oak_slab[type=bottom]',
  // These are only in designs of the bench.
  x: 'oak_log[axis=x]',
  z: 'oak_log[axis=z]',
  G: 'oak_fence_gate[facing=north]',
  C: 'chest[facing=south]',
  F: 'furnace[facing=south]',
  T: 'crafting_table',
}

export interface Design {
  readonly name: string
  /** From the ground up, with rows from north to south. */
  readonly layers: readonly (readonly string[])[]
}

const SHAFT = ['     ', ' ccc ', ' chc ', ' ccc ', '     ']
const ENTRANCE = ['     ', ' ccc ', ' chc ', ' c.c ', '     ']

export const DESIGNS: readonly Design[] = [
  {
    name: 'hut',
    layers: [
      ['ccccc', 'cpppc', 'cpppc', 'cpppc', 'ccccc', '  n  '],
      ['lpppl', 'p...p', 'p...p', 'p...p', 'lpdpl', ' ... '],
      ['lpgpl', 'p...p', 'g...g', 'p...p', 'lpDpl', ' w.. '],
      ['lpppl', 'p.w.p', 'p...p', 'p...p', 'lpppl', ' ... '],
      ['>ppp<', '>...<', '>...<', '>...<', '>ppp<', '     '],
      [' >p< ', ' >.< ', ' >.< ', ' >.< ', ' >p< ', '     '],
      ['  s  ', '  s  ', '  s  ', '  s  ', '  s  ', '     '],
    ],
  },
  {
    name: 'watchtower',
    layers: [
      ENTRANCE,
      ENTRANCE,
      ...[SHAFT, SHAFT, SHAFT, SHAFT],
      ['ppppp', 'ppppp', 'pphpp', 'ppppp', 'ppppp'],
      ['fffff', 'f...f', 'f...f', 'f...f', 'fffff'],
      ['t...t', '.....', '.....', '.....', 't...t'],
    ],
  },
  {
    name: 'bridge',
    layers: [
      ['ec     ck', 'ec     ck', 'ec     ck'],
      ['.epppppk.', '.epppppk.', '.epppppk.'],
      ['..fffff..', '.........', '..fffff..'],
      ['..t...t..', '.........', '..t...t..'],
    ],
  },
]

/** The block of each place, in the order y, z, x. */
export function blocksOf({ layers }: Design): string[] {
  return layers.flatMap((rows) =>
    rows.flatMap((row) => [...row].map((letter) => KINDS[letter] ?? 'structure_void')),
  )
}
