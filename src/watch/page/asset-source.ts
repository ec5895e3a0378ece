import { serverFetch } from './server-fetch.ts'

/** Where the page's files come from: its server, or the page itself when that is one file. */
export interface AssetSource {
  /** A JSON file of a version of the game. */
  version<T>(version: string, name: string): Promise<T>
  /** A JSON file of the page. */
  page<T>(name: string): Promise<T>
  /** Address of a picture of a version. */
  url(version: string, name: string): string
  mesher(): Worker
}

/** Files that a server has. */
export const servedAssets: AssetSource = {
  version: (version, name) => fetchJson(address(version, name)),
  page: (name) => fetchJson(`/page/${name}`),
  url: address,
  mesher: () => new Worker('/page/mesher.js'),
}

/** Files that stand in the page: name to text, or to a data URL for a picture. */
export function inlinedAssets(files: Readonly<Record<string, string>>): AssetSource {
  const text = (name: string) => {
    const file = files[name]
    if (file === undefined) throw new Error(`${name} is missing from this page`)
    return file
  }
  return {
    version: async (_version, name) => JSON.parse(text(name)),
    page: async (name) => JSON.parse(text(name)),
    url: (_version, name) => text(name),
    mesher: () => {
      const script = new Blob([text('mesher.js')], { type: 'text/javascript' })
      return new Worker(URL.createObjectURL(script))
    },
  }
}

function address(version: string, name: string): string {
  return `/assets/${encodeURIComponent(version)}/${name}`
}

async function fetchJson<T>(url: string): Promise<T> {
  const response = await serverFetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`)
  return (await response.json()) as T
}
