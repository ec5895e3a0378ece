import { connect } from 'node:net'

/** Longest wait for a connection (ms). */
const CONNECT_MS = 4000

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * Tries a connection to a server. It sends no request, because a busy server may be slow to answer. Behind a proxy
 * (NODE_USE_ENV_PROXY) it does not try.
 * @param baseUrl a URL that begins with http: or https:.
 * @returns why the server cannot be reached; null when it can.
 */
export function whyUnreachable(baseUrl: string): Promise<string | null> {
  if (process.env.NODE_USE_ENV_PROXY) return Promise.resolve(null)
  const { hostname, port, protocol } = new URL(baseUrl)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || (PORTS[protocol] ?? 0) })
    const end = (reason: string | null) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(reason)
    }
    const timer = setTimeout(() => end(`no connection within ${CONNECT_MS / 1000} s`), CONNECT_MS)
    socket.once('connect', () => end(null))
    socket.once('error', (error) => end(reasonOf(error)))
  })
}

function reasonOf(error: Error): string {
  // Node reports one error per address of a host name.
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error.message
}
