/** The page's server does not answer. */
export class ServerGone extends Error {
  override readonly name = 'ServerGone'
  override readonly message = SERVER_GONE
}

/** The message for a server that does not answer. */
export const SERVER_GONE = 'The server has stopped.'

/** Sends a request to the server. @throws ServerGone when there is no answer. */
export async function serverFetch(url: string, request: RequestInit = {}): Promise<Response> {
  return await fetch(url, request).catch(() => {
    throw new ServerGone()
  })
}

/** The state of an event stream; `gone` means that reconnecting failed. */
export type Connection = 'open' | 'lost' | 'gone'

/** Reports when an event stream breaks and when it is open again. */
export function followConnection(feed: EventSource, onChange: (state: Connection) => void): void {
  let isLost = false
  feed.onopen = () => {
    isLost = false
    onChange('open')
  }
  feed.onerror = () => {
    // The browser reconnects by itself once; a second error means that the server is gone.
    onChange(isLost || feed.readyState === EventSource.CLOSED ? 'gone' : 'lost')
    isLost = true
  }
}
