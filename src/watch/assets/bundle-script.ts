import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import minecraftData from 'minecraft-data'

/** The version whose tints prismarine-viewer's mesher reads. */
const TINTS_VERSION = '1.16.2'

/** What prismarine-viewer and prismarine-chunk import but the page does not use; it would add 60 MB. */
const UNUSED = /^(prismarine-registry|prismarine-block|smart-buffer)$|^\.\/bedrock\//

/** Bundles a browser script of the page with its packages into one file. */
export async function bundleScript(folder: string, entry: string): Promise<Buffer<ArrayBuffer>> {
  const result = await build({
    entryPoints: [join(folder, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
    absWorkingDir: folder,
    plugins: [withoutUnused],
  })
  const [file] = result.outputFiles
  if (!file) throw new Error(`esbuild produced no output for ${entry}`)
  return Buffer.from(file.contents)
}

const withoutUnused: Plugin = {
  name: 'without-unused',
  setup(build) {
    build.onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused' }))
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
      contents: 'module.exports = new Proxy(function () {}, { get: (_, name) => class {} })',
    }))
    build.onResolve({ filter: /^minecraft-data$/ }, ({ path }) => ({ path, namespace: 'tints' }))
    build.onLoad({ filter: /.*/, namespace: 'tints' }, () => ({
      contents: `module.exports = () => (${JSON.stringify({ tints: tints() })})`,
    }))
  },
}

function tints(): unknown {
  return (minecraftData(TINTS_VERSION) as unknown as { tints: unknown }).tints
}
