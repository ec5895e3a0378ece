import type { MobName } from '../../mobs/mob-kinds.ts'
import type { LootTableName } from './loot-tables.ts'

/** A generated chest. Its contents are drawn when a player first opens or breaks it. */
export interface LootChest {
  kind: 'chest'
  x: number
  y: number
  z: number
  table: LootTableName
}

/** A generated monster spawner. */
export interface MonsterSpawner {
  kind: 'spawner'
  x: number
  y: number
  z: number
  mob: MobName
}

/** A generated block with more than its state (world coordinates). */
export type BlockEntity = LootChest | MonsterSpawner
