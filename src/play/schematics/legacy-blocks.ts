import { createRequire } from 'node:module'
import { type BlockText, parseBlock } from './block-text.ts'

const require = createRequire(import.meta.url)
/** Blocks by the numbers of versions before 1.13, such as `17:4`. */
const { blocks } = (
  require('minecraft-data') as { legacy: { pc: { blocks: Readonly<Record<string, string>> } } }
).legacy.pc

/** The block of a number and variant before 1.13; undefined for an unknown number. */
export function legacyBlocks(id: number, variant: number): BlockText | undefined {
  const text = blocks[`${id}:${variant}`] ?? blocks[`${id}:0`]
  return (text === undefined ? null : parseBlock(text)) ?? undefined
}
