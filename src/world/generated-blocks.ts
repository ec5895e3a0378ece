import type { Column } from './core/column.ts'
import type { Level } from './level.ts'
import type { BlockEntity, LootChest, MonsterSpawner } from './terrain/structures/block-entity.ts'

/** Monster spawners and unopened chests of the generated columns that were loaded so far. */
export class GeneratedBlocks {
  readonly #level: Level
  readonly #chests = new Map<string, LootChest>()
  readonly #spawners = new Map<string, MonsterSpawner>()
  /** Positions of chests whose contents were taken. */
  readonly #taken = new Set<string>()

  /** @param entitiesOf the block entities of an unmodified column. */
  constructor(level: Level, entitiesOf: (column: Column) => readonly BlockEntity[]) {
    this.#level = level
    level.on('made', (chunkX, chunkZ) => {
      for (const entity of entitiesOf(level.column(chunkX, chunkZ))) this.#add(entity)
    })
  }

  /** The chest at a position the first time it is asked for, to draw its contents; then undefined. */
  takeChest(x: number, y: number, z: number): LootChest | undefined {
    const key = keyOf(x, y, z)
    const chest = this.#chests.get(key)
    if (!chest) return undefined
    this.#chests.delete(key)
    this.#taken.add(key)
    return chest
  }

  /** The monster spawners, including those that players dug. */
  spawners(): Iterable<MonsterSpawner> {
    return this.#spawners.values()
  }

  /** Whether a monster spawner is loaded and still stands. */
  stands({ x, y, z }: MonsterSpawner): boolean {
    return this.#level.isLoaded(x, z) && this.#level.name(x, y, z) === 'spawner'
  }

  /** The monster spawner at a position. */
  spawnerAt(x: number, y: number, z: number): MonsterSpawner | undefined {
    return this.#spawners.get(keyOf(x, y, z))
  }

  #add(entity: BlockEntity): void {
    const key = keyOf(entity.x, entity.y, entity.z)
    if (entity.kind === 'spawner') this.#spawners.set(key, entity)
    else if (!this.#taken.has(key)) this.#chests.set(key, entity)
  }
}

function keyOf(x: number, y: number, z: number): string {
  return `${x},${y},${z}`
}
