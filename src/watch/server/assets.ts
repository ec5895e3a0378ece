import type { WebFile } from '../assets/page-files.ts'

/** The page and what it draws with, by name. */
export interface Assets {
  pageFiles(): Promise<ReadonlyMap<string, WebFile>>
  /** @throws RangeError when there are no data for the version. */
  versionFiles(version: string): Promise<ReadonlyMap<string, WebFile>>
}
