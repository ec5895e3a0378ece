import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { naturalBlocks } from '#knowledge/natural-blocks'
import { registryFor } from '#knowledge/registry'
import { builtAssets, nearestAssets } from '#watch/assets/asset-files'
import { blockTable } from '#watch/assets/block-table'
import { builtPage } from '#watch/assets/built-page'
import { writePage } from '#watch/assets/bundle-page'
import { itemPictures } from '#watch/assets/item-pictures'
import { pageFiles } from '#watch/assets/page-files'
import { assetFiles, loadAssets } from '#watch/assets/version-files'
import type { BlockTable } from '#watch/page/mesher/block-table'
import type { FromMesher, ToMesher } from '#watch/page/mesher/messages'
import { isFilledIn } from '#watch/page/mesher/surroundings'
import { columnOf } from '../../support/chunk-column.ts'
import { PageMesher } from '../../support/page-mesher.ts'
import { longIt } from '../../support/versions.ts'

/** Versions of the practice world, and one that prismarine-viewer has no assets for. */
const VERSIONS = ['1.12.2', '1.16.5', '1.21.4', '1.20.4']

/** Blocks that an agent places. */
const BUILT = ['crafting_table', 'furnace', 'torch', 'oak_planks', 'cobblestone', 'chest']

/** Block tables by version. */
const tables = new Map<string, Promise<BlockTable>>()

function tableOf(version: string): Promise<BlockTable> {
  const table =
    tables.get(version) ?? loadAssets(version).then(({ states }) => blockTable(version, states))
  tables.set(version, table)
  return table
}

function lookOf(table: BlockTable, state: number) {
  const look = table.looks[table.states[state] ?? -1]
  if (!look) throw new Error(`no look for state ${state}`)
  return look
}

/** Every atlas starts with the missing texture. */
const MISSING = { u: 0, v: 0 }

describe.each(VERSIONS)('blocks of %s', (version) => {
  longIt('every natural block has its own textures, by the state ids of the version', async () => {
    const registry = registryFor(version)
    const table = await tableOf(version)
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

  it('only opaque full blocks hide what is behind them', async () => {
    const registry = registryFor(version)
    const table = await tableOf(version)
    const hides = (name: string) => {
      const { cube, transparent } = lookOf(table, registry.blockState(name))
      return cube && !transparent
    }
    const ores = [...naturalBlocks(registry).keys()].filter((name) => name.endsWith('_ore'))
    expect(ores).toContain('redstone_ore')
    for (const name of ['stone', 'furnace', 'glowstone', ...ores])
      expect(hides(name), name).toBe(true)
    for (const name of ['glass', 'oak_leaves', 'chest', 'torch', 'water'])
      expect(hides(name), name).toBe(false)
  })

  longIt('items have inventory pictures', async () => {
    const pictures = itemPictures(version, await loadAssets(version))
    const items = ['oak_log', 'stick', 'iron_pickaxe', 'diamond', 'cooked_beef', ...BUILT]
    expect(items.filter((item) => !pictures[item])).toEqual([])
    expect(pictures.crafting_table).toHaveProperty('block')
    expect(pictures.stick).toHaveProperty('flat')
  })
})

describe('any block of any version', () => {
  it.each(['1.12.2', '1.16.5', '1.21.4', '1.21.11'])('has a texture in %s', async (version) => {
    const table = await tableOf(version)
    const missing = table.states.flatMap((index) => {
      const look = table.looks[index]
      const faces = (look?.uses ?? []).flatMap(({ model }) =>
        (table.models[model]?.elements ?? []).flatMap((element) => Object.values(element.faces)),
      )
      const isMissing = faces.some(({ texture: { u, v } }) => u === MISSING.u && v === MISSING.v)
      return isMissing ? [look?.name] : []
    })
    expect([...new Set(missing)]).toEqual([])
  })
})

describe('a version without its own assets', () => {
  it('uses the newest older version, and at least 1.13.2', async () => {
    const { versions } = await assetFiles()
    expect(nearestAssets(versions, '1.16.5')).toBe('1.16.4')
    expect(nearestAssets(versions, '1.20.4')).toBe('1.20.1')
    expect(nearestAssets(versions, '1.21.11')).toBe('1.21.4')
    expect(nearestAssets(versions, '1.12.2')).toBe('1.13.2')
  })
})

describe('the mesher', () => {
  const version = '1.21.4'
  const [minY, height] = [-64, 384]
  const stone = registryFor(version).blockState('stone')
  const air = registryFor(version).blockState('air')
  const blocks = tableOf(version)

  async function meshing(): Promise<PageMesher> {
    const mesher = await PageMesher.start()
    mesher.send({ type: 'world', blocks: await blocks, minY, height })
    return mesher
  }

  /** A floor of stone in one chunk, with its top at `y`. */
  function floorAt(y: number): ToMesher {
    const chunk = new (columnOf(version))({ minY, worldHeight: height })
    for (let x = 0; x < 16; x++)
      for (let z = 0; z < 16; z++) chunk.setBlockStateId(new Vec3(x, y - 1, z), stone)
    return { type: 'chunk', x: 0, z: 0, chunk: chunk.toJson(), edits: [] }
  }

  /** Heights (y) of all drawn corners. */
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

  it('the mesher draws and measures ground below y 0', async () => {
    const floor = -50
    const mesher = await meshing()
    mesher.send({ type: 'focus', x: 8, y: floor, z: 8 })
    mesher.send(floorAt(floor))
    const answers = await mesher.answers()
    expect(heights(answers)).toEqual(new Set([floor, floor - 1]))
    const surface = answers.find(({ type }) => type === 'surface')
    expect(surface?.type === 'surface' && new Set(surface.heights)).toEqual(new Set([floor - 1]))
  })

  it('the mesher redraws changed blocks', async () => {
    const mesher = await meshing()
    mesher.send({ type: 'focus', x: 8, y: 64, z: 8 })
    mesher.send(floorAt(64))
    expect(heights(await mesher.answers())).not.toContain(65)
    mesher.send({ type: 'edits', edits: [[5, 64, 5, stone]] })
    expect(heights(await mesher.answers())).toContain(65)
    mesher.send({ type: 'edits', edits: [[5, 64, 5, air]] })
    expect(heights(await mesher.answers())).not.toContain(65)
  })

  it('the mesher draws sections deep below the agent only when it descends', async () => {
    const floor = -50
    const mesher = await meshing()
    mesher.send({ type: 'focus', x: 8, y: 80, z: 8 })
    mesher.send(floorAt(floor))
    expect(heights(await mesher.answers())).toEqual(new Set())
    mesher.send({ type: 'focus', x: 8, y: floor, z: 8 })
    expect(heights(await mesher.answers())).toContain(floor)
  })
})

type Triple = [x: number, y: number, z: number]

describe('the cut through rock', () => {
  const version = '1.16.5'
  const registry = registryFor(version)
  const [stone, air] = [registry.blockState('stone'), registry.blockState('air')]

  /** Rock up to y 40, with a tunnel along the x axis at y 20 and 21. */
  async function rock(): Promise<PageMesher> {
    const mesher = await PageMesher.start()
    const chunk = new (columnOf(version))({ minY: 0, worldHeight: 256 })
    for (let x = 0; x < 16; x++)
      for (let z = 0; z < 16; z++)
        for (let y = 0; y < 40; y++) {
          const isTunnel = z === 8 && (y === 20 || y === 21)
          chunk.setBlockStateId(new Vec3(x, y, z), isTunnel ? air : stone)
        }
    mesher.send({ type: 'world', blocks: await tableOf(version), minY: 0, height: 256 })
    mesher.send({ type: 'focus', x: 8, y: 20, z: 8 })
    mesher.send({ type: 'chunk', x: 0, z: 0, chunk: chunk.toJson(), edits: [] })
    return mesher
  }

  function ofType<T extends FromMesher['type']>(answers: readonly FromMesher[], type: T) {
    return answers.filter((one): one is Extract<FromMesher, { type: T }> => one.type === type)
  }

  /** Blocks (x, y) that the face of a cut along the x axis covers. */
  function covered(answers: readonly FromMesher[]): Set<string> {
    const [face] = ofType(answers, 'cut-face').slice(-1)
    const places = new Set<string>()
    face?.geometry.positions.forEach((_, i, all) => {
      // The first of a block's four corners has the least x and y.
      if (i % 12 === 0) places.add(`${face.x + (all[i] ?? 0)},${face.y + (all[i + 1] ?? 0)}`)
    })
    return places
  }

  it('the cut face covers all rock but the tunnel', async () => {
    const mesher = await rock()
    mesher.send({ type: 'cut', cut: { axis: 'z', layer: 7, side: 1 } })
    const places = covered(await mesher.answers())
    expect(places).toContain('3,19')
    // The tunnel is before the cut, so that the rock behind it has faces in the usual mesh.
    expect(places).not.toContain('3,20')
    expect(places).not.toContain('3,41')
    expect(places.size).toBe(16 * (40 - 2))
    mesher.send({ type: 'edits', edits: [[3, 10, 7, air]] })
    expect(covered(await mesher.answers())).not.toContain('3,10')
  })

  it.each([
    ['z', 1],
    ['z', -1],
    ['x', 1],
    ['x', -1],
  ] as const)('the face of a cut across %s faces the hidden side %i', async (axis, side) => {
    const mesher = await rock()
    mesher.send({ type: 'cut', cut: { axis, layer: 5, side } })
    const [face] = ofType(await mesher.answers(), 'cut-face').slice(-1)
    if (!face) throw new Error('no face')
    const { positions, indices, normals } = face.geometry
    const corner = (i: number) => new Vec3(...([...positions.slice(i * 3, i * 3 + 3)] as Triple))
    const [a, b, c] = [...indices.slice(0, 3)].map(corner) as [Vec3, Vec3, Vec3]
    const normal = b.minus(a).cross(c.minus(a))
    expect(Math.sign(normal[axis])).toBe(side)
    expect([...normals.slice(0, 3)]).toEqual(axis === 'x' ? [side, 0, 0] : [0, 0, side])
    expect(face[axis] + a[axis]).toBe(side > 0 ? 6 : 5)
  })

  it('nothing is covered without a cut', async () => {
    const mesher = await rock()
    expect(ofType(await mesher.answers(), 'cut-face')).toEqual([])
  })

  it('the mesher reports which blocks hide the view', async () => {
    const [message] = ofType(await (await rock()).answers(), 'surroundings').slice(-1)
    if (!message) throw new Error('no surroundings')
    expect(isFilledIn(message.around, 3, 20, 7)).toBe(true)
    expect(isFilledIn(message.around, 3, 20, 8)).toBe(false)
    expect(isFilledIn(message.around, 3, 41, 7)).toBe(false)
  })
})

describe('the files of the page', () => {
  it('the bundled scripts contain no unused packages', async () => {
    const files = await pageFiles()
    expect([...files.keys()].sort()).toEqual([
      'cracks.json',
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

  longIt('a built package contains the same files', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'delver-built-')), 'page')
    await writePage(folder)
    const byName = (files: ReadonlyMap<string, unknown>) => new Map([...files].sort())
    expect(byName(await builtPage(folder))).toEqual(byName(await pageFiles()))
    const [built, installed] = [builtAssets(folder), await assetFiles()]
    expect(built.versions.toSorted()).toEqual(installed.versions.toSorted())
    for (const name of ['atlas.png', 'block-states.json', 'item-textures.json'] as const) {
      const [stored, original] = [
        await built.read('1.16.4', name),
        await installed.read('1.16.4', name),
      ]
      expect(stored.equals(original), name).toBe(true)
    }
  })
})
