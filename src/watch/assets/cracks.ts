import { readFile } from 'node:fs/promises'
import { assetPath } from './nearest-assets.ts'

/** The version whose pictures are taken: they are the same in all. */
const CRACKS_OF = '1.16.4'
const STAGES = 10

/** Pictures of the cracks in a block that is dug, the least first, as data URLs. */
export function crackPictures(): Promise<string[]> {
  return Promise.all(
    Array.from({ length: STAGES }, async (_, stage) => {
      const file = assetPath('textures', CRACKS_OF, 'blocks', `destroy_stage_${stage}.png`)
      return `data:image/png;base64,${await readFile(file, 'base64')}`
    }),
  )
}
