import { DESIGNS, type Design } from '../scripts/schematic-designs.ts'

/** Buildings to measure: those of the package, and others with fences, logs that lie, stations, steps and much glass. */
export const MEASURED: readonly Design[] = [
  ...DESIGNS,
  {
    name: 'pen',
    layers: [
      ['fffffff', 'f     f', 'f     f', 'f     f', 'f     f', 'f     f', 'fffGfff'],
      ['t     t', '       ', '       ', '       ', '       ', '       ', 't     t'],
    ],
  },
  {
    name: 'pyramid',
    layers: [
      ['ccccc', 'ccccc', 'ccccc', 'ccccc', 'ccccc'],
      ['     ', ' ccc ', ' ccc ', ' ccc ', '     '],
      ['     ', '     ', '  c  ', '     ', '     '],
      ['     ', '     ', '  t  ', '     ', '     '],
    ],
  },
  {
    name: 'arch',
    layers: [
      ['c...c', 'c...c'],
      ['c...c', 'c...c'],
      ['c...c', 'c...c'],
      ['ccccc', 'ccccc'],
      ['eccck', 'eccck'],
    ],
  },
  {
    name: 'workshop',
    layers: [
      ['ppppp', 'ppppp', 'ppppp', 'ppppp'],
      ['lTFCl', '.....', '.....', 'l...l'],
      ['l...l', '.....', '.....', 'l...l'],
      ['l...l', '.....', '.....', 'l...l'],
      ['sssss', 'sssss', 'sssss', 'sssss'],
    ],
  },
  {
    name: 'stairway',
    layers: [
      ['eccccc', 'eccccc'],
      ['.ecccc', '.ecccc'],
      ['..eccc', '..eccc'],
      ['...ecc', '...ecc'],
      ['.....f', '.....f'],
    ],
  },
  {
    name: 'pergola',
    layers: [
      ['l...l', '.....', '.....', 'l...l'],
      ['l...l', '.....', '.....', 'l...l'],
      ['l...l', '.....', '.....', 'l...l'],
      ['xxxxx', '.....', '.....', 'xxxxx'],
      ['z.z.z', 'z.z.z', 'z.z.z', 'z.z.z'],
    ],
  },
  {
    name: 'greenhouse',
    layers: [
      ['lpppl', 'p...p', 'p...p', 'p...p', 'lpdpl'],
      ['lgggl', 'g...g', 'g...g', 'g...g', 'lgDgl'],
      ['lpppl', 'pgggp', 'pgggp', 'pgggp', 'lpppl'],
    ],
  },
]
