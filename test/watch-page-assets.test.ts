import { createRequire } from 'node:module'
import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { naturalBlocks } from '../src/knowledge/natural-blocks.ts'
import { registryFor } from '../src/knowledge/registry.ts'
import { blockTable } from '../src/watch/assets/block-table.ts'
import { itemPictures } from '../src/watch/assets/item-pictures.ts'
import { nearestAssets } from '../src/watch/assets/nearest-assets.ts'
import { pageFiles } from '../src/watch/assets/page-files.ts'
import type { BlockTable } from '../src/watch/page/mesher/block-table.ts'
import type { FromMesher, ToMesher } from '../src/watch/page/mesher/messages.ts'
import { PageMesher } from './support/page-mesher.ts'

/** A chunk column as prismarine-chunk makes it; its types do not say that it is called. */
type ColumnOf = (version: string) => new (options: {
  minY: number
  worldHeight: number
}) => {
  setBlockStateId(place: Vec3, state: number): void
  toJson(): string
}
const columnOf = createRequire(import.meta.url)('prismarine-chunk') as ColumnOf

/** Versions of the practice world, and one that prismarine-viewer has no pictures for. */
const VERSIONS = ['1.12.2', '1.16.5', '1.21.4', '1.20.4']

/** What an agent makes and puts down. */
const BUILT = ['crafting_table', 'furnace', 'torch', 'oak_planks', 'cobblestone', 'chest']

function lookOf(table: BlockTable, state: number) {
  const look = table.looks[table.states[state] ?? -1]
  if (!look) throw new Error(`no look for state ${state}`)
  return look
}

/** The picture that says that there is none comes first on every atlas. */
const MISSING = { u: 0, v: 0 }

describe.each(VERSIONS)('blocks of %s', (version) => {
  it('look like themselves, by the numbers of that very version', async () => {
    const registry = registryFor(version)
    const table = await blockTable(version)
    for (const name of [...naturalBlocks(registry).keys(), ...BUILT]) {
      const look = lookOf(table, registry.blockState(name))
      expect(look.name).toBe(name)
      expect(look.uses, name).not.toEqual([])
      const pictures = look.uses.flatMap(({ model }) =>
        (table.models[model]?.elements ?? []).flatMap(({ faces }) =>
          Object.values(faces).map(({ texture }) => texture),
        ),
      )
      expect(pictures, name).not.toEqual([])
      for (const { u, v } of pictures) expect({ u, v }, name).not.toEqual(MISSING)
    }
  })

  it('have pictures in an inventory', async () => {
    const pictures = await itemPictures(version)
    const items = ['oak_log', 'stick', 'iron_pickaxe', 'diamond', 'cooked_beef', ...BUILT]
    expect(items.filter((item) => !pictures[item])).toEqual([])
    expect(pictures.crafting_table).toHaveProperty('block')
    expect(pictures.stick).toHaveProperty('flat')
  })
})

describe('a version without pictures of its own', () => {
  it('takes the newest that is not newer, and flattened names at the least', () => {
    expect(nearestAssets('1.16.5')).toBe('1.16.4')
    expect(nearestAssets('1.20.4')).toBe('1.20.1')
    expect(nearestAssets('1.21.11')).toBe('1.21.4')
    expect(nearestAssets('1.12.2')).toBe('1.13.2')
  })
})

describe('the mesher', () => {
  const version = '1.21.4'
  const [minY, height] = [-64, 384]
  const stone = registryFor(version).blockState('stone')
  const air = registryFor(version).blockState('air')
  const blocks = blockTable(version)

  async function meshing(): Promise<PageMesher> {
    const mesher = await PageMesher.start()
    mesher.tell({ type: 'world', blocks: await blocks, minY, height })
    return mesher
  }

  /** A floor of stone in one chunk, its upper side at `y`. */
  function floorAt(y: number): ToMesher {
    const chunk = new (columnOf(version))({ minY, worldHeight: height })
    for (let x = 0; x < 16; x++)
      for (let z = 0; z < 16; z++) chunk.setBlockStateId(new Vec3(x, y - 1, z), stone)
    return { type: 'chunk', x: 0, z: 0, chunk: chunk.toJson(), edits: [] }
  }

  /** Heights (y) of all corners that are drawn. */
  function heights(answers: readonly FromMesher[]): Set<number> {
    const found = new Set<number>()
    for (const answer of answers) {
      if (answer.type !== 'section') continue
      answer.geometry?.positions.forEach((value, i) => {
        if (i % 3 === 1) found.add(answer.y + 8 + value)
      })
    }
    return found
  }

  it('draws the ground below y 0 too, and says how high it is', async () => {
    const floor = -50
    const mesher = await meshing()
    mesher.tell({ type: 'focus', x: 8, y: floor, z: 8 })
    mesher.tell(floorAt(floor))
    const answers = await mesher.answers()
    expect(heights(answers)).toEqual(new Set([floor, floor - 1]))
    const surface = answers.find(({ type }) => type === 'surface')
    expect(surface?.type === 'surface' && new Set(surface.heights)).toEqual(new Set([floor - 1]))
  })

  it('draws again what has changed', async () => {
    const mesher = await meshing()
    mesher.tell({ type: 'focus', x: 8, y: 64, z: 8 })
    mesher.tell(floorAt(64))
    expect(heights(await mesher.answers())).not.toContain(65)
    mesher.tell({ type: 'edits', edits: [[5, 64, 5, stone]] })
    expect(heights(await mesher.answers())).toContain(65)
    mesher.tell({ type: 'edits', edits: [[5, 64, 5, air]] })
    expect(heights(await mesher.answers())).not.toContain(65)
  })

  it('leaves what is deep below the agent for when it comes down', async () => {
    const floor = -50
    const mesher = await meshing()
    mesher.tell({ type: 'focus', x: 8, y: 80, z: 8 })
    mesher.tell(floorAt(floor))
    expect(heights(await mesher.answers())).toEqual(new Set())
    mesher.tell({ type: 'focus', x: 8, y: floor, z: 8 })
    expect(heights(await mesher.answers())).toContain(floor)
  })
})

describe('the files of the page', () => {
  it('hold no more of the packages than is drawn with', async () => {
    const files = await pageFiles()
    expect([...files.keys()].sort()).toEqual([
      'entities.json',
      'index.html',
      'mesher.js',
      'page.css',
      'page.js',
    ])
    expect(files.get('mesher.js')?.body.length).toBeLessThan(200_000)
    expect(files.get('page.js')?.body.length).toBeLessThan(1_500_000)
    expect(files.get('index.html')?.body.toString()).not.toMatch(/https?:|<style|<script>| on\w+=/)
  })
})
