import { networkInterfaces } from 'node:os'

/** How a browser finds an address that is listened on: of all addresses, the first from outside. */
export function publicAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') {
    const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
    const outer = all.find(({ internal, family }) => !internal && family === 'IPv4')
    return outer?.address ?? '127.0.0.1'
  }
  return host.includes(':') ? `[${host}]` : host
}
