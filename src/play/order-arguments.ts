import { z } from 'zod'
import { MAX_COUNT } from './item-phrase.ts'

/** The schemas of the arguments of orders. Orders are read from files as well. */
export const item = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)
export const count = z.int().min(1).max(MAX_COUNT)
export const player = z.string().regex(/^\w{1,16}$/)
export const placeName = z.string().regex(/^[a-z0-9][a-z0-9' _-]{0,31}$/)
export const coordinate = z.int().min(-30_000_000).max(30_000_000)
export const radius = z.int().min(1).max(64)
export const schematicName = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,31}$/)

/** Where the companion keeps items by a standing order. */
export const keptIn = z.enum(['chest', 'inventory'])
export type KeptIn = z.infer<typeof keptIn>
