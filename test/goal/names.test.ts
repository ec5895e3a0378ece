import { describe, expect, it } from 'vitest'
import {
  ANY,
  canBring,
  findVerb,
  fittingSkill,
  NOTHING,
  nearestGoal,
  nearestItem,
  objectOf,
  repairName,
  skillFor,
  wordsOf,
  yieldOf,
} from '#goal/repair/names'
import { language } from '../support/language.ts'

describe('a word of a model', () => {
  it.each([
    ['mine', 'mine'],
    ['Chopping', 'mine'],
    ['chopped', 'mine'],
    ['digs', 'mine'],
    ['making', 'craft'],
    ['fishes', 'fish'],
    ['waits', NOTHING],
    ['gather', ANY],
    ['collecting', ANY],
    ['walked', NOTHING],
    ['wheat', undefined],
    ['singer', undefined],
    ['constructor', undefined],
  ])('%s is the verb %s', (word, verb) => {
    expect(findVerb(language, word)).toBe(verb)
  })

  it('is one of several in snake case and camel case', () => {
    expect(wordsOf('mineOakLog')).toEqual(['mine', 'oak', 'log'])
    expect(wordsOf('  craft__wooden-pickaxe(1)')).toEqual(['craft', 'wooden', 'pickaxe', '1'])
  })

  it('names the fixed item of a skill', () => {
    expect(objectOf(language, 'sleep')).not.toBeNull()
    expect(objectOf(language, 'mine')).toBeNull()
    expect(objectOf(language, ANY)).toBeNull()
    expect(objectOf(language, undefined)).toBeNull()
  })
})

describe('the name of an item', () => {
  it.each([
    ['Oak Log', 'oak_log'],
    ['a piece of fresh coal', 'coal'],
    ['tree', 'log'],
    ['trees', 'log'],
    ['block of gold', 'gold_block'],
    ['some obsidian', 'obsidian'],
    // A short word is not corrected.
    ['clai', undefined],
    ['wooden pick', 'wooden_pickaxe'],
    ['iron_ore_block', 'iron_ore'],
    ['cobble stone', 'cobblestone'],
    ['golden appple', 'golden_apple'],
    ['fresh raw beef', 'beef'],
    ['units of coal', 'coal'],
    ['boards', 'planks'],
    ['timber', 'log'],
    ['oak trunk', 'oak_log'],
    ['oak trunks', 'oak_log'],
    ['iron picks', 'iron_pickaxe'],
    ['fence gate', 'fence_gate'],
    ['a block of iron', 'iron_block'],
    ['blocks of dirt', 'dirt'],
    ['anvil', 'anvil'],
    [`${'the '.repeat(12)}log`, 'log'],
    [`${'the '.repeat(16)}log`, undefined],
    ['torhc', undefined],
    ['', undefined],
    ['the', undefined],
    ['qqqqqqq', undefined],
  ])('%j stands for %s', (text, item) => {
    expect(repairName(language, text)).toBe(item)
    // The second answer is a cached one.
    expect(repairName(language, text)).toBe(item)
  })

  it('of a block of ore that is mined is the ore', () => {
    expect(repairName(language, 'blocks of iron', 'mine')).toBe('iron_ore')
    expect(repairName(language, 'blocks of iron', 'craft')).toBe('iron_block')
  })

  it('is the one with the most words in common and the fewest others', () => {
    expect(nearestItem(language, 'pickaxe made of stone')).toBe('stone_pickaxe')
    expect(nearestItem(language, 'irn ingott')).toBe('iron_ingot')
    expect(nearestItem(language, 'stone stairs')).toBe('stone_stairs')
    expect(nearestItem(language, 'white coloured wool')).toBe('white_wool')
    expect(nearestItem(language, 'a sword of stone')).toBe('stone_sword')
    // A tag comes before its members, and fewer other words before more.
    expect(nearestItem(language, 'slab')).toBe('wooden_slab')
    expect(nearestItem(language, 'iron block there')).toBe('iron_block')
    expect(nearestItem(language, 'a fence made of nether brick')).toBe('nether_brick_fence')
    // Fewer than half of the words are in a name.
    expect(nearestItem(language, 'one two three four stone')).toBeUndefined()
    expect(nearestItem(language, 'zzzzz')).toBeUndefined()
  })

  it('has a word of the text rather than one that is only spelt like it', () => {
    expect(nearestItem(language, 'button')).toBe('wooden_button')
    expect(nearestItem(language, '2 corals')).toBe('tube_coral')
    expect(nearestItem(language, 'popped fruits')).toBe('popped_chorus_fruit')
    expect(nearestItem(language, 'some more cooked', 'craft')).toBeUndefined()
  })

  it('is of an item that the verb can obtain', () => {
    expect(nearestItem(language, 'porkchop roast', 'smelt')).toBe('cooked_porkchop')
    expect(nearestItem(language, 'porkchop roast', 'hunt')).toBe('porkchop')
  })

  it('is that of what an animal gives', () => {
    expect(yieldOf(language, 'hunt', 'cows')).toBe('beef')
    expect(yieldOf(language, 'hunt', 'spiders')).toBe('string')
    expect(yieldOf(language, ANY, 'pig')).toBe('porkchop')
    expect(yieldOf(language, 'mine', 'cow')).toBeUndefined()
    expect(yieldOf(language, 'hunt', 'log')).toBeUndefined()
  })
})

describe('the skill for an item', () => {
  it('gathers where it can, then smelts, then crafts', () => {
    expect(skillFor(language, 'log')).toBe('mine')
    expect(skillFor(language, 'beef')).toBe('hunt')
    expect(skillFor(language, 'glass')).toBe('smelt')
    expect(skillFor(language, 'planks')).toBe('craft')
    // Nothing gives bedrock, and the goal fails as one.
    expect(skillFor(language, 'bedrock')).toBe(language.skills[0]?.name)
  })

  it.each([
    ['mine', 'log', null, 'mine'],
    ['mine', 'beef', null, 'hunt'],
    ['hunt', 'diamond', 'iron_pickaxe', 'mine'],
    ['craft', 'glass', null, 'smelt'],
    ['smelt', 'stick', null, 'craft'],
    ['craft', 'iron_ingot', null, 'craft'],
    ['craft', 'iron_ingot', 'furnace', 'smelt'],
    ['craft', 'iron_ingot', 'stone_pickaxe', 'craft'],
    ['craft', 'bedrock', null, 'craft'],
    [ANY, 'glass', 'crafting_table', 'smelt'],
  ] as const)('of %s and %s with %s is %s', (verb, item, tool, skill) => {
    expect(fittingSkill(language, verb, item, tool)).toBe(skill)
  })

  it('is one of a group that models confuse', () => {
    expect(canBring(language, 'mine', 'beef')).toBe(true)
    expect(canBring(language, 'craft', 'beef')).toBe(false)
    expect(canBring(language, 'mine', 'glass')).toBe(false)
    expect(canBring(language, 'equip', 'iron_boots')).toBe(true)
    expect(canBring(language, 'equip', 'dirt')).toBe(true)
    expect(canBring(language, ANY, 'bedrock')).toBe(true)
    expect(canBring(language, NOTHING, 'bedrock')).toBe(true)
  })
})

describe('the goal most similar to a line', () => {
  it.each([
    ['gather 12 oak logs', { skill: 'mine', item: 'oak_log' }],
    ['kill a cow for beef', { skill: 'hunt', item: 'beef' }],
    ['go there and chop the birch log', { skill: 'mine', item: 'birch_log' }],
    ['glass', { skill: 'smelt', item: 'glass' }],
    ['collect or craft the iron ingot', { skill: 'craft', item: 'iron_ingot' }],
    ['walk to the furnace', undefined],
    ['find 2stone slabs and make 3', { skill: 'craft', item: 'stone_slab' }],
    ['smelt the glass or craft', { skill: 'smelt', item: 'glass' }],
    ['craft', undefined],
    ['', undefined],
  ])('%j is %j', (line, goal) => {
    expect(nearestGoal(language, line)).toEqual(goal)
  })
})
