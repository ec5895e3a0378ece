import { describe, expect, it } from 'vitest'
import { Builds, isBuilt } from '#body/builds'
import { registryFor } from '#knowledge/registry'

const at = (x: number, y = 64, z = 0) => ({ x, y, z })

describe('buildings', () => {
  it('do not consist of what terrain and trees consist of', () => {
    const natural = [
      ...['stone', 'dirt', 'grass_block', 'sand', 'gravel', 'oak_log', 'oak_leaves', 'coal_ore'],
      ...['water', 'lava', 'snow', 'ice', 'obsidian', 'sandstone', 'clay', 'andesite', 'granite'],
      ...['sugar_cane', 'cactus', 'pumpkin', 'melon', 'bee_nest', 'oak_sapling', 'terracotta'],
      ...['netherrack', 'soul_sand', 'glowstone', 'magma_block', 'nether_gold_ore', 'kelp', 'vine'],
      ...['brown_mushroom_block', 'mushroom_stem', 'tall_grass', 'dead_bush', 'bedrock'],
    ]
    const registry = registryFor('1.16.5')
    for (const kind of natural) expect(registry.hasBlock(kind), kind).toBe(true)
    expect(natural.filter(isBuilt)).toEqual([])
    const built = ['oak_planks', 'white_bed', 'oak_door', 'chest', 'glass', 'bricks', 'wheat']
    expect(built.filter((kind) => !isBuilt(kind))).toEqual([])
  })

  it('are ignored unless they are to be respected', () => {
    const builds = new Builds()
    expect(builds.protects('oak_planks', at(0))).toBe(false)
    builds.respects = true
    expect(builds.protects('oak_planks', at(0))).toBe(true)
  })

  it('include the surroundings of their furnishing, across cells and below zero', () => {
    const builds = new Builds()
    builds.respects = true
    for (const x of [-17, -8, -1, 0, 7, 8, 100]) {
      builds.survey([at(x)])
      expect(builds.protects('oak_log', at(x + 3, 68, -3))).toBe(true)
      expect(builds.protects('oak_log', at(x - 3, 62, 3))).toBe(true)
      expect(builds.protects('oak_log', at(x + 4))).toBe(false)
      expect(builds.protects('oak_log', at(x, 69))).toBe(false)
      expect(builds.protects('oak_log', at(x, 61))).toBe(false)
    }
  })

  it('do not include what the agent placed', () => {
    const builds = new Builds()
    builds.respects = true
    builds.placed(at(0))
    builds.survey([at(0)])
    expect(builds.protects('oak_planks', at(0))).toBe(false)
    expect(builds.protects('oak_log', at(1))).toBe(false)
  })
})
