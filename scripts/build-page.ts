import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'
import { writePage } from '#watch/assets/bundle-page'

/** Writes the page into `dist/page`, as part of `npm run build`. */
await writePage(join(packageFolder(), 'dist', 'page'))
