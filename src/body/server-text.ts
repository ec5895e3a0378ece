import { createRequire } from 'node:module'
import { plainText } from '#wire/plain-text'

/** The part of prismarine-chat that reads chat components from packets. */
type ReaderFor = (version: string) => { fromNotch(said: unknown): { toString(): string } }

const require = createRequire(import.meta.url)
const readerFor = require('prismarine-chat') as ReaderFor

/** Limit on the text of a server (characters). */
const MAX_LENGTH = 200

/**
 * Turns a message of a server, such as a kick reason, into one line of plain text. The message is a string, JSON or NBT, of
 * any shape and length.
 * @param version Minecraft version for translatable text.
 */
export function serverText(version: string, said: unknown): string {
  return plainText(toText(version, said), MAX_LENGTH) || 'no reason given'
}

/**
 * Keeps the reason with which a server refuses a player: minecraft-protocol replaces it with its own advice about versions,
 * and throws for reasons of an unexpected shape. Called before others listen.
 */
export function keepReasons(client: NodeJS.EventEmitter): void {
  client.removeAllListeners('disconnect')
}

function toText(version: string, said: unknown): string {
  if (said === undefined || said === null) return ''
  try {
    return readerFor(version).fromNotch(said).toString()
  } catch {
    // The message is not a chat component.
    return String(typeof said === 'object' ? JSON.stringify(said) : said)
  }
}
