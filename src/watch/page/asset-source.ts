import { serverFetch } from './server-fetch.ts'

/** Source of the page's files: its server, or the page itself if it is one exported file. */
export interface AssetSource {
  /** Loads a JSON file of a Minecraft version. */
  version<T>(version: string, name: string): Promise<T>
  /** Loads a JSON file of the page. */
  page<T>(name: string): Promise<T>
  /** URL of a picture of a Minecraft version. */
  url(version: string, name: string): string
  mesher(): Worker
}

/** Files from the server. */
export const servedAssets: AssetSource = {
  version: (version, name) => fetchJson(address(version, name)),
  page: (name) => fetchJson(`/page/${name}`),
  url: address,
  mesher: () => new Worker('/page/mesher.js'),
}

/** Files within the page: name to text, or to a data URL for a picture. */
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
