import seedrandom from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { ClientWorld } from '#body/client-world'
import { blockTableOf } from '#knowledge/block-traits'
import { skyDarkening, sunThroughClouds } from '#knowledge/daylight'
import { LightLevels } from '#perception/light-levels'
import { LoadedBlocks } from '#perception/loaded-blocks'
import { bruteLight } from '../support/brute-light.ts'
import { type Stage, sharedStage } from '../support/skills.ts'
import { versionsFor } from '../support/versions.ts'

/** Half the width of the compared box, and its height including the floor of the stage (blocks). */
const RADIUS = 7
const HEIGHT = 9

/** Compares the client's own light levels with the expected ones. */
function follow({ bot, game, at }: Stage) {
  const { registry, level } = game
  const traits = blockTableOf(registry)
  const loaded: LoadedBlocks = new LoadedBlocks(new ClientWorld(bot), traits, {
    loaded() {},
    changed(...change) {
      for (const light of [noon, withoutSky]) light.blockChanged(...change)
    },
  })
  const noon = new LightLevels(loaded, traits, () => 0)
  /** Without sky light, only block light is left. */
  const withoutSky = new LightLevels(loaded, traits, () => 15)
  loaded.start()
  /** Places with a wrong light level, and this level. */
  const wrong = () => {
    const origin = at(-RADIUS, -1, -RADIUS)
    const size = { x: 2 * RADIUS + 1, y: HEIGHT, z: 2 * RADIUS + 1 }
    const state = (x: number, y: number, z: number) =>
      level.state(origin.x + x, origin.y + y, origin.z + z)
    // There is open sky beside the box.
    const wanted = bruteLight(registry, { size, state }, { sky: 15, block: 0 })
    const found: string[] = []
    for (let y = 1; y < size.y; y++)
      for (let z = 0; z < size.z; z++)
        for (let x = 0; x < size.x; x++) {
          const sky = wanted.sky(x, y, z)
          const block = wanted.block(x, y, z)
          const place = [origin.x + x, origin.y + y, origin.z + z] as const
          const seen = [noon.at(...place), withoutSky.at(...place)]
          if (seen[0] !== Math.max(sky, block) || seen[1] !== block)
            found.push(`${x},${y},${z}: ${seen}, not ${Math.max(sky, block)},${block}`)
        }
    return found
  }
  return { noon, wrong, stop: () => loaded.stop() }
}

// In 1.12, the server sends no light for a floor in the sky.
describe.each(versionsFor('1.21.4', '1.16.5'))('light in %s', (version) => {
  const stage = sharedStage(version, { perception: 'player' })

  it('follows digs, placed blocks and torches', async () => {
    const { simulation, block } = stage()
    const { wrong, stop } = follow(stage())
    const random = seedrandom(version)
    const pick = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
    const kinds = ['stone', 'stone', 'air', 'oak_leaves', 'glass', 'torch', 'glowstone']
    for (let round = 0; round < 6; round++) {
      for (let change = 0; change < 120; change++) {
        const kind = kinds[pick(0, kinds.length - 1)] ?? 'stone'
        block(pick(-RADIUS, RADIUS), pick(0, HEIGHT - 3), pick(-RADIUS, RADIUS), kind)
      }
      await simulation.advance(3)
      expect(wrong().slice(0, 5)).toEqual([])
    }
    stop()
  })

  it('disappears in a closed room, and returns through a hole and from a torch', async () => {
    const { simulation, block, fill, at } = stage()
    const { noon, wrong, stop } = follow(stage())
    const middle = at(0, 0, 0)
    const level = () => noon.at(middle.x, middle.y + 1, middle.z)
    expect(level()).toBe(15)
    fill([-5, 0, -5], [5, 6, 5], 'stone')
    fill([-4, 0, -4], [4, 5, 4], 'air')
    await simulation.advance(3)
    expect(level()).toBe(0)
    expect(wrong()).toEqual([])
    block(0, 0, 3, 'torch')
    await simulation.advance(3)
    expect(level()).toBe(14 - 4)
    expect(wrong()).toEqual([])
    block(0, 0, 3, 'air')
    block(5, 1, 0, 'air')
    await simulation.advance(3)
    expect(level()).toBe(15 - 6)
    expect(wrong()).toEqual([])
    block(5, 1, 0, 'stone')
    await simulation.advance(3)
    expect(level()).toBe(0)
    stop()
  })
})

describe('sky light', () => {
  it('is full by day, and eleven levels lower at midnight', () => {
    expect([1000, 6000, 11_000].map((time) => skyDarkening(time))).toEqual([0, 0, 0])
    expect(skyDarkening(18_000)).toBe(11)
    const evening = [12_000, 12_500, 13_000, 13_500].map((time) => skyDarkening(time))
    expect(evening).toEqual(evening.toSorted((a, b) => a - b))
  })

  it('is lower under clouds, and lowest in a thunderstorm', () => {
    const at = (rain: number, thunder: number) =>
      skyDarkening(6000, sunThroughClouds(rain, thunder))
    expect([at(0, 0), at(1, 0), at(1, 1)]).toEqual([0, 3, 5])
    // Thunder counts only in rain.
    expect(at(0, 1)).toBe(0)
  })
})
