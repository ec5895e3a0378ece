import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packageFolder } from '#knowledge/package-folder'
import { ASSET_NAMES } from './asset-files.ts'
import { type WebFile, webFile } from './built-page.ts'
import { bundleScript } from './bundle-script.ts'
import { crackPictures } from './crack-pictures.ts'
import { entityPictures } from './entity-pictures.ts'
import { viewerAssets } from './viewer-assets.ts'

/** Bundles the page from its sources, in about half a second. */
export async function bundlePage(): Promise<ReadonlyMap<string, WebFile>> {
  const folder = join(packageFolder(), 'src', 'watch', 'page')
  const json = async (value: Promise<unknown>) => Buffer.from(JSON.stringify(await value))
  const bodies = {
    'index.html': readFile(join(folder, 'index.html')),
    'page.css': readFile(join(folder, 'page.css')),
    'page.js': bundleScript(folder, 'main.ts'),
    'mesher.js': bundleScript(folder, 'mesher/worker.ts'),
    'entities.json': json(entityPictures()),
    'cracks.json': json(crackPictures()),
  }
  const files = Object.entries(bodies).map(
    async ([name, body]) => [name, webFile(name, await body)] as const,
  )
  return new Map(await Promise.all(files))
}

/** Writes the bundled page, and the assets of all versions, into a folder that it empties first. */
export async function writePage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const [name, { body }] of await bundlePage()) await writeFile(join(folder, name), body)
  for (const version of viewerAssets.versions) {
    const target = join(folder, 'versions', version)
    await mkdir(target, { recursive: true })
    for (const name of ASSET_NAMES) {
      const content = await viewerAssets.read(version, name)
      if (!name.endsWith('.json')) await writeFile(join(target, name), content)
      else await writeFile(join(target, `${name}.gz`), gzipSync(content, { level: 9 }))
    }
  }
}
