import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import minecraftData from 'minecraft-data'

/** The version whose tints prismarine-viewer's mesher asks for. */
const TINTS_OF = '1.16.2'

/** What prismarine-viewer and prismarine-chunk name but do not need here; it would be 60 MB. */
const LEFT_OUT = /^(prismarine-registry|prismarine-block|smart-buffer)$|^\.\/bedrock\//

/** Bundles a browser script of the page, its packages included, to one file. */
export async function bundle(folder: string, entry: string): Promise<Buffer<ArrayBuffer>> {
  const result = await build({
    entryPoints: [join(folder, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    // Where the page is looked at, nobody has its sources at hand.
    legalComments: 'none',
    logLevel: 'silent',
    absWorkingDir: folder,
    plugins: [trimmed],
  })
  const [file] = result.outputFiles
  if (!file) throw new Error(`esbuild gave nothing for ${entry}`)
  return Buffer.from(file.contents)
}

/** Leaves out what the page does not need of its packages. */
const trimmed: Plugin = {
  name: 'trimmed',
  setup(build) {
    build.onResolve({ filter: LEFT_OUT }, ({ path }) => ({ path, namespace: 'left-out' }))
    build.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({
      contents: 'module.exports = new Proxy(function () {}, { get: (_, name) => class {} })',
    }))
    build.onResolve({ filter: /^minecraft-data$/ }, ({ path }) => ({ path, namespace: 'tints' }))
    build.onLoad({ filter: /.*/, namespace: 'tints' }, () => ({
      contents: `module.exports = () => (${JSON.stringify({ tints: tints() })})`,
    }))
  },
}

function tints(): unknown {
  return (minecraftData(TINTS_OF) as unknown as { tints: unknown }).tints
}
