import { UsageError } from '#trial/errors'
import { BUILT_PAGE, builtPage, type WebFile } from './built-page.ts'

/** The page and its assets, by file name. */
export interface Assets {
  pageFiles(): Promise<ReadonlyMap<string, WebFile>>
  /** @throws RangeError when minecraft-data does not have the version. */
  versionFiles(version: string): Promise<ReadonlyMap<string, WebFile>>
}

let files: Promise<ReadonlyMap<string, WebFile>> | null = null

/**
 * The files of the page, by name. `index.html` answers every address of the page, and loads the others.
 * A package contains them; a clone bundles them on first use.
 * @throws UsageError when a clone lacks the packages that bundling needs.
 */
export function pageFiles(): Promise<ReadonlyMap<string, WebFile>> {
  files ??= BUILT_PAGE ? builtPage(BUILT_PAGE) : bundled()
  return files
}

async function bundled(): Promise<ReadonlyMap<string, WebFile>> {
  const { bundlePage } = await import('./bundle-page.ts').catch((error: unknown) => {
    const [, name] = /Cannot find (?:package|module) '([^']+)'/.exec(String(error)) ?? []
    if (name === undefined) throw error
    throw new UsageError(`the page needs ${name}, which is not installed; run npm ci`)
  })
  return bundlePage()
}
