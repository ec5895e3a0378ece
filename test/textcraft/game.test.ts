import { describe, expect, it } from 'vitest'
import { Game, kindOf } from '#textcraft/game'
import { promptText } from '#textcraft/prompt'
import { Rulebook } from '#textcraft/rulebook'
import { commandText } from '#textcraft/symbolic-task'
import { TEST_TASKS } from '#textcraft/tasks'

const book = new Rulebook()

/** The observations of a new game for a list of actions. */
function answers(goal: string, ...actions: string[]): string[] {
  const game = new Game(book, goal)
  return actions.map((action) => game.act(action))
}

/** Actions and their expected observations, in pairs. */
function expectGame(goal: string, exchanges: readonly (readonly [string, string])[]): void {
  const game = new Game(book, goal)
  for (const [action, observation] of exchanges) expect(game.act(action), action).toBe(observation)
}

/** A command with its ingredients in alphabetical order. */
function sorted(command: string): string {
  const [made = '', using = ''] = command.split(' using ')
  return `${made} using ${using.split(', ').sort().join(', ')}`
}

describe('the rulebook', () => {
  it('has every command of every task', () => {
    expect(TEST_TASKS).toHaveLength(200)
    const commands = new Set(TEST_TASKS.flatMap((task) => task.commands))
    expect(commands.size).toBe(533)
    const unknown = [...commands].filter((command) => {
      const item = /^craft [0-9]+ (.*) using/.exec(command)?.[1] ?? ''
      const known = book.recipesFor(kindOf(item)).map((recipe) => sorted(commandText(recipe)))
      return !known.includes(sorted(command))
    })
    expect(unknown).toEqual([])
  })

  it('has no recipe in a goal’s recipe tree that its task does not show', () => {
    for (const { goal, commands } of TEST_TASKS) {
      const shown = new Set(commands.map(sorted))
      const open = [kindOf(goal)]
      for (const name of open) {
        for (const recipe of book.recipesFor(name)) {
          expect(shown, goal).toContain(sorted(commandText(recipe)))
          for (const one of recipe.ingredients.keys()) if (!open.includes(one)) open.push(one)
        }
      }
    }
  })

  it("finds the paper's recipe depths: 77 of depth 2, 11 of depth 4, deepest first", () => {
    const depths = TEST_TASKS.map(({ goal }) => book.depthOf(kindOf(goal)))
    expect(depths).toEqual([...depths].sort((a, b) => b - a))
    const count = (depth: number) => depths.filter((one) => one === depth).length
    expect([2, 3, 4].map(count)).toEqual([77, 112, 11])
    expect(book.depthOf('beehive')).toBe(2)
  })

  it('lets a player get any item that no recipe makes, whatever the task’s commands', () => {
    const answer = (item: string) => answers('hopper', `get 2 ${item}`)[0]
    const got = ['diamond', 'iron ingot', 'dark oak log', 'oak logs', 'wooden slabs', 'honey block']
    const made = ['stick', 'hopper', 'iron nugget', 'honey bottle', 'planks', 'wool', 'white wool']
    const none = ['charcoal', 'iron', 'Diamond', 'diamonds', 'minecraft:diamond', 'bed']
    for (const item of got) expect(answer(item)).toBe(`Got 2 ${item}`)
    for (const item of [...made, ...none]) expect(answer(item)).toBe(`Could not find ${item}`)
  })
})

describe('the game', () => {
  it('answers as the original did in games that its authors published', () => {
    expectGame('lodestone', [
      ['inventory', 'Inventory: You are not carrying anything.'],
      ['get 4 stone', 'Got 4 stone'],
      ['inventory', 'Inventory: [stone] (4) '],
      ['get 8 chiseled stone bricks', 'Could not find chiseled stone bricks'],
      ['get 2 stone brick slab', 'Could not find stone brick slab'],
      ['get 4 stone', 'Got 4 stone'],
      ['craft 4 stone bricks using 4 stone', 'Crafted 4 minecraft:stone_bricks'],
      ['inventory', 'Inventory: [stone] (4) [stone bricks] (4) '],
      ['get 4 netherite scrap', 'Got 4 netherite scrap'],
      ['get 4 gold ingot', 'Got 4 gold ingot'],
      [
        'craft 1 netherite ingot using 4 netherite scrap, 4 gold ingot',
        'Crafted 1 minecraft:netherite_ingot',
      ],
      ['inventory', 'Inventory: [stone] (4) [stone bricks] (4) [netherite ingot] (1) '],
    ])
    expectGame('red banner', [
      ['get 1 planks', 'Could not find planks'],
      ['craft 1 planks using 4 oak planks', 'Could not find enough items to craft None'],
      ['get 1 oak log', 'Got 1 oak log'],
      [
        'craft 4 oak planks using 1 oak log',
        "Could not find a valid recipe for ItemTagWithCount(item_tag=ItemTag(tag=None, item_id='minecraft:oak_planks'), count=4)",
      ],
      ['craft 1 stick using 1 planks', 'Could not find enough items to craft minecraft:stick'],
      ['get 2 bamboo', 'Got 2 bamboo'],
      ['craft 1 stick using 2 bamboo', 'Crafted 1 minecraft:stick'],
    ])
    expectGame('cyan banner', [
      ['get 1 green dye', 'Got 1 green dye'],
      ['get 1 lapis lazuli', 'Got 1 lapis lazuli'],
      [
        'craft 2 cyan dye using 1 blue dye, 1 green dye',
        'Could not find enough items to craft minecraft:cyan_dye',
      ],
      ['craft 1 blue dye using 1 lapis lazuli', 'Crafted 1 minecraft:blue_dye'],
      ['craft 1 cyan dye using 1 blue dye, 1 green dye', 'Crafted 2 minecraft:cyan_dye'],
      ['inventory', 'Inventory: [cyan dye] (2) '],
    ])
  })

  it('accepts any single kind of planks, and no partial recipe', () => {
    const chest = (...planks: string[]) =>
      answers(
        'chest',
        'get 9 oak logs',
        'get 9 birch logs',
        ...Array(3).fill('craft 4 oak planks using 1 oak logs'),
        ...Array(3).fill('craft 4 birch planks using 1 birch logs'),
        `craft 1 chest using ${planks.join(', ')}`,
      ).at(-1)
    expect(chest('8 birch planks')).toBe('Crafted 1 minecraft:chest')
    expect(chest('8 oak planks')).toBe('Crafted 1 minecraft:chest')
    for (const planks of [['4 oak planks', '4 birch planks'], ['4 oak planks'], ['9 oak planks']])
      expect(chest(...planks)).toContain('Could not find a valid recipe')
    expect(chest('8 oak planks', '1 oak logs')).toContain('Could not find a valid recipe')
    expect(chest('8 planks')).toBe('Could not find enough items to craft minecraft:chest')
  })

  it('accepts dyed wool as wool, and not white wool', () => {
    const paint = (wool: string) =>
      answers(
        'painting',
        'get 16 bamboo',
        ...Array(8).fill('craft 1 stick using 2 bamboo'),
        'get 4 string',
        'craft 1 white wool using 4 string',
        'get 1 lapis lazuli',
        'craft 1 blue dye using 1 lapis lazuli',
        ...(wool === 'blue wool' ? ['craft 1 blue wool using 1 blue dye, 1 white wool'] : []),
        `craft 1 painting using 8 stick, 1 ${wool}`,
      ).at(-1)
    expect(paint('blue wool')).toBe('Crafted 1 minecraft:painting')
    expect(paint('white wool')).toContain('Could not find a valid recipe')
  })

  it('is won by crafting the goal', () => {
    const game = new Game(book, 'dark oak sign')
    const sign = 'craft 3 dark oak sign using 6 dark oak planks, 1 stick'
    for (const action of [
      'get 2 dark oak logs',
      'craft 4 dark oak planks using 1 dark oak logs',
      'craft 4 dark oak planks using 1 dark oak logs',
      'get 2 bamboo',
      'craft 1 stick using 2 bamboo',
    ])
      expect(game.act(action)).toMatch(/^Got|^Crafted/)
    expect(game.isWon).toBe(false)
    expect(game.act(sign)).toBe('Crafted 3 minecraft:dark_oak_sign')
    expect(game.isWon).toBe(true)
    expect(game.act('inventory')).toBe('Inventory: [dark oak planks] (2) [dark oak sign] (3) ')
  })

  it.each([
    ['think: I could begin with logs.', 'OK.'],
    ['> think: as transcripts write it', 'OK.'],
    ['> inventory', 'Inventory: You are not carrying anything.'],
    ['inventory: ', 'Inventory: You are not carrying anything.'],
    ['get dark oak sign', 'Could not execute get dark oak sign'],
    ['fetch 2 stone', 'Could not execute fetch 2 stone'],
    ['', 'Could not execute '],
    ['get -1 stone', 'Could not execute get -1 stone'],
    ['get 1 stone.', 'Could not find stone.'],
    ['get 007 stone', 'Got 7 stone'],
    ['get 1 dark_oak_log', 'Got 1 dark_oak_log'],
    ['get 99999999999999999999 stone', 'Could not find stone'],
    ['craft 1 chest', 'Could not execute craft 1 chest'],
    ['craft 1 chest using planks', 'Wrong item format: planks'],
    ['craft 1 chest using 8 oak planks,', 'Wrong item format: '],
    ['craft chest using 1 stone', 'Could not find enough items to craft minecraft:chest'],
  ])('answers %j with %j', (action, observation) => {
    expect(answers('chest', action)).toEqual([observation])
  })

  it('answers any text with one line', () => {
    const game = new Game(book, 'chest')
    for (const action of [
      'x'.repeat(1e6),
      `get 1 ${'y'.repeat(1e6)}`,
      `craft ${' using '.repeat(1e5)}`,
    ])
      expect(game.act(action).length).toBeLessThan(1100)
    expect(game.act('get 1 __proto__')).toBe('Could not find __proto__')
    expect(game.act('craft 1 constructor using 1 toString')).toContain('Could not find enough')
  })
})

describe('the examples in the prompts', () => {
  it('match the game’s observations', () => {
    const game = new Game(book, 'wooden shovel')
    const lines = promptText('textcraft-executor').split('\n')
    const exchanges = lines.flatMap((line, at) =>
      line.startsWith('> ') ? [[line, lines[at + 1] ?? ''] as const] : [],
    )
    expect(exchanges.length).toBeGreaterThan(10)
    for (const [action, observation] of exchanges)
      expect(game.act(action).trimEnd(), action).toBe(observation.trimEnd())
  })

  it('use commands of the game', () => {
    for (const name of [
      'textcraft-executor',
      'textcraft-planner',
      'textcraft-detailed-planner',
    ] as const) {
      const commands = promptText(name).match(/^craft [0-9]+ .*$/gm) ?? []
      expect(commands.length).toBeGreaterThan(3)
      for (const command of commands) {
        const item = /^craft [0-9]+ (.*) using/.exec(command)?.[1] ?? ''
        const known = book.recipesFor(kindOf(item)).map((recipe) => sorted(commandText(recipe)))
        expect(known, command).toContain(sorted(command))
      }
    }
  })
})
