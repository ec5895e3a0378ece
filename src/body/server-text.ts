import { createRequire } from 'node:module'
import { plainText } from '#wire/plain-text'

/** The part of prismarine-chat that reads texts as they come over the network. */
type ReaderFor = (version: string) => { fromNotch(said: unknown): { toString(): string } }

const require = createRequire(import.meta.url)
const readerFor = require('prismarine-chat') as ReaderFor

/** Longest text of a server that is kept (characters). */
const MAX_LENGTH = 200

/**
 * What a server says, such as why it throws a player out, as one line of plain text. It comes as a
 * string, as JSON or as NBT, of any shape and length.
 * @param version Minecraft version, whose words stand for translatable text.
 */
export function serverText(version: string, said: unknown): string {
  return plainText(toText(version, said), MAX_LENGTH) || 'no reason given'
}

function toText(version: string, said: unknown): string {
  if (said === undefined || said === null) return ''
  try {
    return readerFor(version).fromNotch(said).toString()
  } catch {
    // Not a chat component after all.
    return String(typeof said === 'object' ? JSON.stringify(said) : said)
  }
}
