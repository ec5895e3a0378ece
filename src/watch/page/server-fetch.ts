/** The server that the page came from no longer answers. */
export class ServerGone extends Error {
  override readonly name = 'ServerGone'
  override readonly message = SERVER_GONE
}

/** What the page says of a server that does not answer. */
export const SERVER_GONE = "The trial's server has gone."

/** Asks the server. @throws ServerGone when nobody answers. */
export async function serverFetch(url: string, request: RequestInit = {}): Promise<Response> {
  return await fetch(url, request).catch(() => {
    throw new ServerGone()
  })
}

/** How a connection that the server holds open stands; `gone` when it could not be had again. */
export type Connection = 'there' | 'lost' | 'gone'

/** Tells whenever a stream of events breaks, and when it is there again. */
export function followConnection(feed: EventSource, tell: (state: Connection) => void): void {
  let isLost = false
  feed.onopen = () => {
    isLost = false
    tell('there')
  }
  feed.onerror = () => {
    // A browser tries again by itself; when that fails, too, nobody is there.
    tell(isLost || feed.readyState === EventSource.CLOSED ? 'gone' : 'lost')
    isLost = true
  }
}
