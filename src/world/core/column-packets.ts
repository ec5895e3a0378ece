import type { Registry } from '#knowledge/registry'
import { BlockEntityPackets } from './block-entity-packets.ts'
import type { Column } from './column.ts'
import type { Connection } from './connection.ts'

/** Longs of a height map, which clients use for weather only. */
const HEIGHT_MAP_LONGS = 37
const OLD_HEIGHT_MAP_LONGS = 36

/** Writes columns in the packets of one version. */
export class ColumnPackets {
  readonly #withLight: boolean
  readonly #lightInFields: boolean
  readonly #lightAsBytes: boolean
  readonly #heightMaps: unknown
  readonly #shown: (column: Column) => Column
  readonly #blockEntities: BlockEntityPackets

  /**
   * @param of.shown the column that clients get for a column of the world.
   * @param of.spawnerAt kind of mob of the monster spawner at a position.
   */
  constructor(
    registry: Registry,
    of: {
      shown?: (column: Column) => Column
      spawnerAt?: (x: number, y: number, z: number) => string | undefined
    } = {},
  ) {
    const { data } = registry
    this.#shown = of.shown ?? ((column) => column)
    this.#blockEntities = new BlockEntityPackets(registry, of.spawnerAt ?? (() => undefined))
    this.#withLight = data.supportFeature('tallWorld')
    this.#lightInFields = data.supportFeature('newLightingDataFormat')
    this.#lightAsBytes = data.supportFeature('lightSentSeparately')
    this.#heightMaps = data.isNewerOrEqualTo('1.21.5')
      ? []
      : zeroHeightMaps(data.isNewerOrEqualTo('1.16') ? HEIGHT_MAP_LONGS : OLD_HEIGHT_MAP_LONGS)
  }

  /** @param isDisguised whether clients may get another column instead. */
  send(to: Connection, x: number, z: number, actual: Column, isDisguised = true): void {
    const column = isDisguised ? this.#shown(actual) : actual
    const common = {
      ...{ x, z, heightmaps: this.#heightMaps, chunkData: column.dump() },
      blockEntities: this.#blockEntities.of(column, x, z),
      trustEdges: true,
    }
    if (this.#withLight) {
      to.send('map_chunk', { ...common, ...(column.dumpLight?.() as object) })
      return
    }
    const bitMap = column.getMask()
    const whole = { groundUp: true, bitMap, biomes: column.dumpBiomes?.(), ignoreOldData: true }
    to.send('map_chunk', { ...common, ...whole })
    this.sendLight(to, x, z, column)
  }

  /** Sends the light of a column that the client has. Up to 1.13 light comes with the whole column only. */
  sendLight(to: Connection, x: number, z: number, column: Column): void {
    const light = { chunkX: x, chunkZ: z, trustEdges: true }
    if (this.#lightInFields) {
      to.send('update_light', { ...light, ...(column.dumpLight?.() as object) })
    } else if (this.#lightAsBytes) {
      to.send('update_light', {
        ...light,
        skyLightMask: column.skyLightMask,
        blockLightMask: column.blockLightMask,
        emptySkyLightMask: 0,
        emptyBlockLightMask: 0,
        data: column.dumpLight?.(),
      })
    }
  }

  unload(to: Connection, chunkX: number, chunkZ: number): void {
    to.send('unload_chunk', { chunkX, chunkZ })
  }
}

function zeroHeightMaps(longs: number): object {
  const value = new Array(longs).fill([0, 0])
  return {
    type: 'compound',
    name: '',
    value: { MOTION_BLOCKING: { type: 'longArray', value } },
  }
}
