import { connect } from 'node:net'

/** Time that a server has to take a connection (ms). */
const CONNECT_MS = 4000

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * Why no connection to a server can be made, or null when one can. It asks the server nothing, since
 * one that is busy may be slow to answer. Where Node is told to go through a proxy it is not tried.
 * @param baseUrl A URL that begins with http: or https:.
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
    const timer = setTimeout(() => end(`no answer in ${CONNECT_MS / 1000} s`), CONNECT_MS)
    socket.once('connect', () => end(null))
    socket.once('error', (error) => end(reasonOf(error)))
  })
}

function reasonOf(error: Error): string {
  // What all addresses of a name have come to.
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error.message
}
