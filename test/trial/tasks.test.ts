import { describe, expect, it } from 'vitest'
import { tagMembers } from '#knowledge/item-tags'
import { registryFor } from '#knowledge/registry'
import { UsageError } from '#trial/errors'
import { MilestoneTracker } from '#trial/milestones'
import { findTask, findTasks, TASKS, targetOf } from '#trial/tasks'

const GROUPS = ['MT1', 'MT2', 'MT3', 'MT4', 'MT5', 'MT6', 'MT7', 'MT8']

describe('the table of tasks', () => {
  it('has the 76 rows of the paper, each under a unique name', () => {
    expect(TASKS).toHaveLength(76)
    expect(new Set(TASKS.map(({ name }) => name)).size).toBe(76)
    for (const { name } of TASKS) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(TASKS.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'obtain_diamond',
        'craft_wooden_door',
        'cook_beef',
        'equip_iron_boots',
        'smelt_stone',
        'obtain_coal',
        'craft_hw_pressure_plate',
      ]),
    )
  })

  it('lists its groups one after another', () => {
    expect(GROUPS.flatMap((group) => findTasks(group))).toEqual(TASKS)
    expect(findTasks('all')).toEqual(TASKS)
    expect(findTasks('cook_beef')).toEqual([findTask('cook_beef')])
  })

  it('gives the limits of the paper', () => {
    expect(findTask('obtain_diamond').maxTicks).toBe(12_000)
    expect(findTask('craft_planks').maxTicks).toBe(3000)
    expect(findTask('cook_beef').maxTicks).toBe(6000)
    expect(findTask('obtain:torch').maxTicks).toBe(12_000)
  })

  it('requires wearing armour and shields only', () => {
    expect(TASKS.filter(({ worn }) => worn)).toEqual(TASKS.filter(({ group }) => group === 'MT5'))
  })

  it.each(['1.12.2', '1.16.5', '1.21.4'])('names items that exist in %s', (version) => {
    const registry = registryFor(version)
    for (const task of TASKS) {
      const members = tagMembers(registry, targetOf(task, registry).item)
      expect(members.length, task.name).toBeGreaterThan(0)
      for (const member of members) expect(registry.hasItem(member), member).toBe(true)
    }
  })

  it('accepts any wood or colour if the paper names none', () => {
    const registry = registryFor('1.16.5')
    const wanted = (name: string) => tagMembers(registry, targetOf(findTask(name), registry).item)
    expect(wanted('craft_wooden_door')).toContain('birch_door')
    expect(wanted('craft_wooden_door')).not.toContain('iron_door')
    expect(wanted('craft_wooden_slab')).not.toContain('stone_slab')
    expect(wanted('craft_bed')).toContain('white_bed')
    expect(wanted('craft_oak_stairs')).toEqual(['oak_stairs'])
  })
})

describe('obtain:<item>[:count]', () => {
  const registry = registryFor('1.16.5')

  it('accepts kinds, tags and counts', () => {
    expect(targetOf(findTask('obtain:torch:8'), registry)).toEqual({
      item: 'torch',
      count: 8,
      worn: false,
      milestone: 'torch x8',
    })
    expect(targetOf(findTask('obtain:log'), registry).milestone).toBe('log')
  })

  it.each(['obtain:', 'obtain:torch:0', 'obtain:torch:-1', 'obtain:torch:1:1', 'obtain:Torch!'])(
    'refuses %s',
    (name) => expect(() => findTask(name)).toThrow(UsageError),
  )

  it.each([
    ['obtain_dimond', 'obtain_diamond'],
    ['obtian_diamond', 'obtain_diamond'],
    ['obtaindiamond', 'obtain_diamond'],
    ['diamnd', 'obtain_diamond'],
    ['craft_woden_door', 'craft_wooden_door'],
    ['craft_door', 'craft_iron_door, craft_wooden_door'],
  ])('suggests near names for %s', (name, meant) => {
    const message = `no task "${name}"; did you mean ${meant}? (any item is a task, as obtain:<item>[:count])`
    expect(() => findTask(name)).toThrow(new UsageError(message))
  })

  it('reports an unknown name without a suggestion', () => {
    expect(() => findTask('qqqq')).toThrow(/^no task "qqqq" \(any item is a task, as obtain:/)
    expect(() => targetOf(findTask('obtain:iron_pickax'), registry)).toThrow(/iron_pickaxe/)
    expect(() => findTasks('MT9')).toThrow(UsageError)
  })
})

describe('milestones', () => {
  const registry = registryFor('1.16.5')
  const tracker = (task: string) =>
    new MilestoneTracker(targetOf(findTask(task), registry), registry)

  it('come once each, in their usual order', () => {
    const milestones = tracker('obtain_diamond')
    expect(milestones.update({ stick: 2, spruce_log: 1, dirt: 3 }, [])).toEqual(['log', 'stick'])
    expect(milestones.update({ stick: 2, oak_log: 1 }, [])).toEqual([])
    expect(milestones.reached).toBe(false)
    expect(milestones.update({ diamond: 1 }, [])).toEqual(['diamond'])
    expect(milestones.reached).toBe(true)
  })

  it('count a tag together', () => {
    const milestones = tracker('obtain:planks:8')
    expect(milestones.update({ oak_planks: 4, birch_planks: 3 }, [])).toEqual(['planks'])
    expect(milestones.update({ oak_planks: 4, birch_planks: 4 }, [])).toEqual(['planks x8'])
    expect(milestones.reached).toBe(true)
  })

  it('count raw iron as iron ore', () => {
    const modern = registryFor('1.21.4')
    const milestones = new MilestoneTracker(targetOf(findTask('obtain_diamond'), modern), modern)
    expect(milestones.update({ raw_iron: 1 }, [])).toEqual(['iron_ore'])
  })
})
