import { createHash } from 'node:crypto'
import type { TransportRequest } from './transport.ts'

const HASH_CHARS = 24

/** The key under which a server caches prompts: equal for calls that begin with the same rules and tools. */
export function cacheKeyOf({ messages, tools }: TransportRequest): string {
  const start = messages.findIndex(({ role }) => role !== 'system')
  const rules = messages.slice(0, start < 0 ? messages.length : start)
  const prefix = [rules.map(({ content }) => content), tools.map(({ name }) => name)]
  const hash = createHash('sha256').update(JSON.stringify(prefix)).digest('hex')
  return `delver-${hash.slice(0, HASH_CHARS)}`
}
