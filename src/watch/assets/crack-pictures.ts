import { readFile } from 'node:fs/promises'
import { viewerPath } from './viewer-assets.ts'

/** Every version has the same crack textures. */
const CRACKS_VERSION = '1.16.4'
const STAGES = 10

/** Textures of the cracks in a block that is being dug, from first to last stage, as data URLs. */
export function crackPictures(): Promise<string[]> {
  return Promise.all(
    Array.from({ length: STAGES }, async (_, stage) => {
      const file = viewerPath('textures', CRACKS_VERSION, 'blocks', `destroy_stage_${stage}.png`)
      return `data:image/png;base64,${await readFile(file, 'base64')}`
    }),
  )
}
