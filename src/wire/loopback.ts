import { createHash, timingSafeEqual } from 'node:crypto'

/** Host names that reach this machine from itself. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

/** Whether only this machine can reach a listening address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Whether a `Host` header names this machine. A check of each request stops DNS rebinding by pages of other sites.
 * @param address the address that the server listens on, which is allowed too.
 */
export function namesThisMachine(header = '', address?: string): boolean {
  const name = header.replace(/:\d+$/, '').toLowerCase()
  return LOCAL_NAMES.includes(name) || name === address
}

/** Compares a secret in constant time. */
export function isSameSecret(given = '', wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
