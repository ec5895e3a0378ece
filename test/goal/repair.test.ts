import seedrandom from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { alternativesOf } from '#goal/alternatives'
import { goalText } from '#goal/print'
import { repairPlan } from '#goal/repair/repair'
import { isTag } from '#knowledge/item-tags'
import { spoiltAnswer } from '../support/hostile-text.ts'
import { language, planOf, registry } from '../support/language.ts'
import { longIt, roundsFor } from '../support/versions.ts'

function read(text: string): string[] {
  const plan = repairPlan(language, text)
  return plan.ok ? plan.goals.map(goalText) : [plan.error.kind]
}

const LOGS = 'mine({log:3}, null)'
const PLANKS = 'craft({planks:12}, {log:3}, null)'

describe('a plan in a model’s answer', () => {
  it.each<[string, string, string[]]>([
    ['the strict language', `${LOGS};\n${PLANKS};`, [LOGS, PLANKS]],
    [
      'a code fence and prose',
      `Sure! Here you are:\n\`\`\`\n${LOGS};\n${PLANKS};\n\`\`\`\nGood luck (have fun)!`,
      [LOGS, PLANKS],
    ],
    [
      'a function around it',
      `def obtain(inventory = {'log':1}):\n  mine({'log':3}, None) # step 1: mine(3)\n  return 'log'`,
      [LOGS],
    ],
    [
      'numbers before the calls',
      `1. mine({'log': 3}, null)\n2) craft({"planks": 12}, {"log": 3}, null)`,
      [LOGS, PLANKS],
    ],
    ['named arguments', `craft(obj = {'planks':12}, materials={'log':3}, tool=None)`, [PLANKS]],
    [
      'plurals, spaces and case',
      `Mine({'Logs':3}); mine({"Iron Ore":1}, 'Stone Pickaxe')`,
      [LOGS, "mine({iron_ore:1}, 'stone_pickaxe')"],
    ],
    [
      'made-up names',
      `craft({'iron_bar':16}, {'iron_ingots':6}, 'workbench'); mine({'iron_ore_block':1}, 'stone_pick')`,
      [
        "craft({iron_bars:16}, {iron_ingot:6}, 'crafting_table')",
        "mine({iron_ore:1}, 'stone_pickaxe')",
      ],
    ],
    [
      'animals for what they give',
      `kill({'cow':2}, null); hunt('pigs')`,
      ['hunt({beef:2}, null)', 'hunt({porkchop:1}, null)'],
    ],
    [
      'goals of which any one does',
      `\`\`\`\nkill('cow') || hunt('pigs') or\n  hunt({'mutton': 1})\n${LOGS} # and more\n\`\`\``,
      ['hunt({beef:1}, null) or hunt({porkchop:1}, null) or hunt({mutton:1}, null)', LOGS],
    ],
    [
      'such goals as JSON',
      `[{"action":"hunt","item":"beef","or":[{"action":"hunt","item":"mutton"}]},{"any_of":[{"action":"mine","item":"sand"},{"action":"mine","item":"red_sand"}]}]`,
      [
        'hunt({beef:1}, null) or hunt({mutton:1}, null)',
        'mine({sand:1}, null) or mine({red_sand:1}, null)',
      ],
    ],
    [
      'such goals in words',
      '1. Kill 3 sheep, pigs or 2 cows\n2. Mine 3 logs or more',
      ['hunt({mutton:3}, null) or hunt({porkchop:3}, null) or hunt({beef:2}, null)', LOGS],
    ],
    ['one goal twice', `kill('cow') or hunt({'beef':1})`, ['hunt({beef:1}, null)']],
    [
      'functions that are no goals',
      `goto('oak_tree')\nfind(obj='iron')\n${LOGS}\nplace('crafting_table')`,
      [LOGS],
    ],
    [
      'functions of other agents',
      `mineBlock(bot, "log", 3); craftItem(bot, "planks", 12); smeltItem(bot, 'iron_ingot', 3)`,
      [LOGS, 'craft({planks:12}, null)', 'smelt({iron_ingot:3}, null)'],
    ],
    [
      'names of functions with the thing in them',
      'mine_log(num = 3); craft_wooden_pickaxe(num = 1)',
      [LOGS, 'craft({wooden_pickaxe:1}, null)'],
    ],
    [
      'the wrong skill',
      `craft({'iron_ingot':1}, {'iron_ore':1}, 'furnace'); mine({'beef':1})`,
      ["smelt({iron_ingot:1}, {iron_ore:1}, 'furnace')", 'hunt({beef:1}, null)'],
    ],
    [
      'no closing bracket',
      `mine({'log':3}, null; \n craft({'planks':12, {'log':3}, null)`,
      [LOGS, PLANKS],
    ],
    [
      'JSON',
      '[{"action":"mine","object":{"log":3},"tool":null},{"skill":"craft","item":"planks","count":12,"materials":{"log":3}}]',
      [LOGS, PLANKS],
    ],
    [
      'JSON in JSON',
      '{"plan":[{"step":1,"name":"mine","arguments":{"target":"log","quantity":"three"}}]}',
      [LOGS],
    ],
    [
      'a numbered list in words',
      'The plan is:\n1. Mine 3 logs\n2. Craft 12 planks from three logs.\nThat should do.',
      [LOGS, PLANKS],
    ],
    [
      'words with tools',
      '- Mine 2 cobblestone with a wooden pickaxe\n- smelt 3 iron ore into iron ingots in the furnace',
      ["mine({cobblestone:2}, 'wooden_pickaxe')", "smelt({iron_ingot:3}, {iron_ore:3}, 'furnace')"],
    ],
    [
      'sentences',
      'First, you need to chop down three trees. Then make a crafting table and craft 4 sticks.',
      [LOGS, 'craft({crafting_table:1}, null)', 'craft({stick:4}, null)'],
    ],
    [
      'a thought after every step',
      'step 1: mine 3 log without tool\nThinking: inventory = 3*log\nstep 2: craft 12 planks from 3 log',
      [LOGS, PLANKS],
    ],
    ['what is left of a cut-off text', `mine({'log':3}, null); craft({'planks':12}, {'lo`, [LOGS]],
    [
      'a short line that is like a goal',
      'cobble stone x 3',
      ["mine({cobblestone:3}, 'wooden_pickaxe')"],
    ],
  ])('is read from %s', (_, text, goals) => expect(read(text)).toEqual(goals))

  it.each<[string, string]>([
    ['', 'empty'],
    [' \n ', 'empty'],
    [
      'I am sorry, I cannot help with that request at all, since I do not know the game.',
      'no-goals',
    ],
    [`teleport('diamond')`, 'no-goals'],
    [`craft({'blorbium':1}, {'frobnicator':2}, null)`, 'unreadable'],
    [`mine({'log`, 'no-goals'],
  ])('is missing from %j', (text, kind) => expect(read(text)).toEqual([kind]))

  it('names unreadable parts', () => {
    const plan = repairPlan(language, `${LOGS}; craft({'blorbium':1}); craft({'planks':12}, {'lo`)
    expect(plan).toMatchObject({
      ok: true,
      problems: [expect.stringContaining("no item 'blorbium'"), expect.stringContaining('cut off')],
    })
  })

  it('limits numbers to the size of an inventory', () => {
    expect(read('mine({log:99999}, null)')).toEqual(['mine({log:2304}, null)'])
    expect(read('mine({log:0}, null); mine({log:-2}); mine({dirt:2})')).toEqual([
      'mine({dirt:2}, null)',
    ])
  })
})

const IRON_PICKAXE: readonly (readonly [title: string, call: string])[] = [
  ['Get wood', 'mine({log:4}, null)'],
  ['Make planks', 'craft({planks:16}, {log:4}, null)'],
  ['Make sticks', 'craft({stick:8}, {planks:4}, null)'],
  ['Make a crafting table', 'craft({crafting_table:1}, {planks:4}, null)'],
  ['Craft a wooden pickaxe', "craft({wooden_pickaxe:1}, {planks:3, stick:2}, 'crafting_table')"],
  ['Mine stone (11 blocks)', "mine({cobblestone:11}, 'wooden_pickaxe')"],
  [
    "Let's craft the stone pickaxe",
    "craft({stone_pickaxe:1}, {cobblestone:3, stick:2}, 'crafting_table')",
  ],
  ['Build a furnace', "craft({furnace:1}, {cobblestone:8}, 'crafting_table')"],
  ['Mine the iron ore', "mine({iron_ore:3}, 'stone_pickaxe')"],
  ['Smelt the iron', "smelt({iron_ingot:3}, {iron_ore:3, planks:3}, 'furnace')"],
  [
    'Finally, craft the iron pickaxe',
    "craft({iron_pickaxe:1}, {iron_ingot:3, stick:2}, 'crafting_table')",
  ],
]
const CALLS = IRON_PICKAXE.map(([, call]) => call)

type Step = readonly [title: string, call: string]
type Form = (steps: readonly Step[]) => string

function linesOf(line: (title: string, call: string, number: number) => string): Form {
  return (steps) => steps.map(([title, call], i) => line(title, call, i + 1)).join('\n')
}

const plain = linesOf((_, call) => call)
const numbered = linesOf((title, call, number) => `${number}. ${title}: \`${call}\``)
const fenced: Form = (steps) => `\`\`\`python\n${plain(steps)}\n\`\`\``

const FORMS: readonly (readonly [string, Form])[] = [
  ['plain lines', plain],
  ['a fenced block', fenced],
  ['numbered steps with inline code', numbered],
  [
    'bold titles with the call on the next line',
    linesOf((title, call, number) => `${number}. **${title}**\n   ${call}`),
  ],
  [
    'bold titles with inline code on the next line',
    linesOf((title, call, number) => `**Step ${number}: ${title}**\n\`${call}\`\n`),
  ],
  ['bare inline code', linesOf((_, call) => `\`${call}\``)],
  [
    'inline code followed by words',
    linesOf((title, call) => `\`${call}\` - ${title.toLowerCase()} (4 of them), it's needed`),
  ],
  [
    'a table with inline code',
    (steps) =>
      `| Step | Goal | Why |\n|---|---|---|\n${linesOf((title, call, n) => `| ${n} | \`${call}\` | ${title} |`)(steps)}`,
  ],
  [
    'a table without inline code',
    (steps) =>
      `| Step | Why | Goal |\n|:--|---|--:|\n${linesOf((title, call, n) => `| ${n} | ${title} | ${call} |`)(steps)}`,
  ],
  [
    'a table of one column',
    (steps) => `| Goal\n| ---\n${linesOf((_, call) => `| ${call}`)(steps)}`,
  ],
  ['tildes around it', (steps) => `~~~\n${plain(steps)}\n~~~`],
  ['double backticks', linesOf((title, call) => `- ${title}: \`\` ${call} \`\``)],
  ['bullets', linesOf((title, call) => `* ${title} → \`${call}\``)],
  ['bold calls', linesOf((_, call, number) => `${number}) **${call}**`)],
  ['a quoted block', linesOf((title, call) => `> ${title}: \`${call}\``)],
  ['headings', linesOf((title, call, number) => `### ${number}. ${title}: \`${call}\``)],
  ['numbers with a hash sign', linesOf((title, call, n) => `Step #${n}: ${title}: \`${call}\``)],
  ['escaped underscores', linesOf((_, call) => `- ${call.replaceAll('_', '\\_')}`)],
  ['a list of strings', (steps) => JSON.stringify(steps.map(([, call]) => call))],
  ['two calls in a line', (steps) => steps.map(([, call]) => `\`${call}\``).join(', ')],
  [
    'a closing remark',
    (steps) => `${numbered(steps)}\n\nThat's it! The agent can now mine diamonds (good luck).`,
  ],
  [
    'an echo of the prompt',
    (steps) => `Input: How to obtain 1 iron_pickaxe?\nInventory: 2 dirt.\n\n${numbered(steps)}`,
  ],
  [
    'several fences',
    (steps) =>
      `\`\`\`text\nMine wood first, then craft 4 sticks.\n\`\`\`\nThe plan:\n${fenced(steps)}\n~~~\n3 iron ore\n~~~`,
  ],
  [
    'a fence and an explanation that repeats its calls',
    (steps) => `${fenced(steps)}\n\n### Why\n${numbered(steps)}`,
  ],
  ['a fence around a list', (steps) => `\`\`\`markdown\n${numbered(steps)}\n\`\`\``],
  [
    'one fence for each step',
    (steps) => steps.map((step) => `**${step[0]}**\n${fenced([step])}`).join('\n'),
  ],
  [
    'plain lines and inline code',
    (steps) => `${plain(steps.slice(0, 1))}\n${numbered(steps.slice(1))}`,
  ],
]

describe('a plan in Markdown', () => {
  it.each(FORMS)('has the goals of the plain plan in %s', (_, form) => {
    const result = repairPlan(language, form(IRON_PICKAXE))
    expect(result).toEqual({ ok: true, goals: planOf(plain(IRON_PICKAXE)), problems: [] })
    expect(read(form(IRON_PICKAXE))).toEqual(CALLS)
  })

  it.each(FORMS)('keeps any skill and count in %s', (_, form) => {
    const random = seedrandom('markdown')
    for (let i = 0; i < 10; i++) {
      const steps = language.skills.map(({ name }) => randomStep(name, random))
      const text = form(steps)
      expect(repairPlan(language, text), text).toEqual(repairPlan(language, plain(steps)))
    }
  })

  it('offers alternatives in inline code', () => {
    expect(read('1. Food: `hunt({beef:2}, null)` or `hunt({porkchop:2}, null)`')).toEqual([
      'hunt({beef:2}, null) or hunt({porkchop:2}, null)',
    ])
    expect(read('- `hunt({beef:2}, null) or hunt({porkchop:2}, null)` (food)')).toEqual([
      'hunt({beef:2}, null) or hunt({porkchop:2}, null)',
    ])
  })

  it.each([
    ['at the end of a line', '- `hunt({beef:2}, null)` or\n- `hunt({porkchop:2}, null)`'],
    ['at the beginning of a line', '- `hunt({beef:2}, null)`\n- or `hunt({porkchop:2}, null)`'],
    ['in a table', '| Food |\n|---|\n| hunt({beef:2}, null) or hunt({porkchop:2}, null) |'],
  ])('offers alternatives %s', (_, text) =>
    expect(read(text)).toEqual(['hunt({beef:2}, null) or hunt({porkchop:2}, null)']),
  )

  it('has two steps in two cells of a row', () => {
    expect(read(`| First | Then |\n|---|---|\n| ${LOGS} | ${PLANKS} |`)).toEqual([LOGS, PLANKS])
  })

  it('ends a call without a closing bracket where its inline code ends', () => {
    expect(read('1. Wood: `mine({log:3}, null`\n2. `craft({planks:12}, {log:3}, null`')).toEqual([
      LOGS,
      PLANKS,
    ])
  })

  it('may begin on the line of its fence', () => {
    expect(read(`\`\`\`${LOGS}\n${PLANKS}\`\`\``)).toEqual([LOGS, PLANKS])
  })

  it('may have names in backticks', () => {
    expect(read('mine({`log`:4})')).toEqual(['mine({log:4}, null)'])
    expect(read('1. Wood: `mine({`log`:4})`\n2. `mine({`iron ore`:1}, `stone_pickaxe`)`')).toEqual([
      'mine({log:4}, null)',
      "mine({iron_ore:1}, 'stone_pickaxe')",
    ])
  })

  it('keeps a call outside of the inline code', () => {
    expect(read(`1. ${LOGS}, and then \`${PLANKS}\``)).toEqual([LOGS, PLANKS])
  })

  it('keeps calls in comments out', () => {
    expect(read(`\`\`\`\n# not \`mine({dirt:1}, null)\`\n${LOGS}\n\`\`\``)).toEqual([LOGS])
  })

  it.each<[text: string, goals: readonly string[]]>([
    [`\`${LOGS}`, [LOGS]],
    [`> \`\`\`\n> ${LOGS}\n> \`\`\`\n> ${PLANKS}`, [LOGS, PLANKS]],
    // A line after a fence that repeats its calls is an explanation; one that adds a call is not.
    [`>\`\`\`js\n${LOGS}\n>\`\`\`\nWhy: \`${LOGS}\``, [LOGS]],
    [`~~~ python\n${LOGS}\n~~~\n\`${LOGS}\``, [LOGS]],
    [`\`\`\`\n${LOGS}\n\`\`\`\n${PLANKS}`, [LOGS, PLANKS]],
    [`\`\`\`\n${LOGS}\n\`\`\`\n${PLANKS} and ${LOGS}`, [LOGS, PLANKS, LOGS]],
    [`${PLANKS}\n\`\`\`\n${LOGS}\n\`\`\``, [PLANKS, LOGS]],
    [`\`\`\`\n${LOGS}\n\`\`\`\nFirst ${LOGS} for wood`, [LOGS]],
    [`\`\`\`\nmine(obj={log:3})\n\`\`\`\nThen mine(obj = {'log': 3}) gives wood`, [LOGS]],
    [`\`\`\`python\n${LOGS}\n${PLANKS}\n\`\`\`\n${PLANKS} and ${LOGS}`, [LOGS, PLANKS]],
    [`~~~ python\n${LOGS}\n${PLANKS}\n~~~\n${PLANKS} and ${LOGS}`, [LOGS, PLANKS]],
    [`  \`\`\`\n  ${LOGS}\n  \`\`\`\nWhy: \`${LOGS}\``, [LOGS]],
    [`>  \`\`\`\n>  ${LOGS}\n>  \`\`\`\n> Why: \`${LOGS}\``, [LOGS]],
    [`~~${LOGS}~~\n${PLANKS}`, [LOGS, PLANKS]],
    ['mine(\\{log:3\\}, null)', [LOGS]],
    ['Use ``mine({`log`:3}, null)`` now', [LOGS]],
    [`function  mine({log:9})\n${PLANKS}`, [PLANKS]],
    ['mine(\n {log:3}, null)', [LOGS]],
    ['mine (obj = {log:3})', [LOGS]],
    [`"${LOGS}"`, [LOGS]],
    [`['${LOGS}', '${PLANKS}']`, [LOGS, PLANKS]],
    [`{"plan": ["${LOGS};", "${PLANKS}" ]}`, [LOGS, PLANKS]],
    [`  ## ${LOGS}`, [LOGS]],
    [`# ${LOGS}\n###### ${PLANKS}`, [LOGS, PLANKS]],
    [`\`log\` and \`${LOGS}\``, [LOGS]],
    [`1. \`walk({"a":1})\` then \`${LOGS}\``, [LOGS]],
    [`| \`${LOGS}\` | or | \`${PLANKS}\` |`, [LOGS, PLANKS]],
    [`|${LOGS}|${PLANKS}|`, [LOGS, PLANKS]],
    [`  | ${LOGS} | ${PLANKS} |  `, [LOGS, PLANKS]],
    [`- \`${LOGS}\` for a start or\n- \`${PLANKS}\``, [LOGS, PLANKS]],
    [`\`${LOGS}\` or else \`${PLANKS}\``, [LOGS, PLANKS]],
    [`\`\`\`\n  # not \`mine({dirt:1}, null)\`\n${LOGS}\n\`\`\``, [LOGS]],
    ["`mine({cobblestone:2},\n'stone_pickaxe')`", ["mine({cobblestone:2}, 'stone_pickaxe')"]],
    // Calls of other functions leave the words as they are.
    ['1. Mine 3 logs, then print("done")', [LOGS]],
    ['1. Mine 3 logs: teleport("there")', [LOGS]],
    [`- \`${LOGS}\` (or not)\n- \`${PLANKS}\``, [LOGS, PLANKS]],
  ])('is read from %j', (text, goals) => {
    expect(read(text)).toEqual(goals)
  })

  it('reports calls that cannot be read instead of guessing from the words around them', () => {
    const plan = repairPlan(
      language,
      '1. Mine 3 logs: "mine({log:3"\n2. Smelt the iron: "smelt({iron_ingot:3"',
    )
    expect(plan).toMatchObject({
      ok: false,
      error: { kind: 'unreadable', message: expect.stringContaining("the call 'mine({'") },
    })
    for (const call of ['mine(obj={log:3', 'mine(obj = {log:3'])
      expect(read(`1. Mine 3 logs: "${call}"`), call).toEqual(['unreadable'])
    const unknown = repairPlan(language, '1. Craft 4 sticks: `craft({blorbium:1}, null)`')
    expect(unknown).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("no item 'blorbium'") },
    })
  })
})

const ITEMS: Readonly<Record<string, readonly string[]>> = {
  mine: ['log', 'cobblestone', 'iron_ore', 'sand'],
  hunt: ['beef', 'porkchop', 'mutton'],
  craft: ['planks', 'stick', 'torch', 'iron_pickaxe'],
  smelt: ['iron_ingot', 'glass', 'stone'],
}
/** Items of the skills without a list. */
const OTHER_ITEMS = ['leather_boots', 'white_bed', 'cod', 'wheat', 'white_wool', 'water_bucket']
const TITLES = IRON_PICKAXE.map(([title]) => title)

function randomStep(skill: string, random: seedrandom.PRNG): Step {
  const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const count = () => 1 + Math.floor(random() * 64)
  const items = ITEMS[skill] ?? OTHER_ITEMS
  const using = random() < 0.5 ? `, {log:${count()}, planks:${count()}}` : ''
  const tool = one(['null', "'stone_pickaxe'", "'crafting_table'", "'furnace'"])
  return [one(TITLES), `${skill}({${one(items)}:${count()}}${using}, ${tool})`]
}

const ANSWERS = roundsFor({ all: 3000, some: 1000 })

describe('corrupted answers', () => {
  longIt('each give a plan or a typed error, and none is executed', () => {
    const random = seedrandom('spoilt')
    const ends = { plan: 0, error: 0 }
    for (let i = 0; i < ANSWERS; i++) {
      const text = spoiltAnswer(random)
      const plan = repairPlan(language, text)
      if (plan.ok) {
        ends.plan++
        expect(plan.goals.length).toBeGreaterThan(0)
        for (const { skill, target, using, tool } of plan.goals.flatMap(alternativesOf)) {
          const names = [
            ...Object.keys(target),
            ...Object.keys(using),
            ...(tool === null ? [] : [tool]),
          ]
          const wrong = names.filter((name) => !registry.hasItem(name) && !isTag(registry, name))
          const counts = [...Object.values(target), ...Object.values(using)]
          if (wrong.length > 0) expect(wrong, text).toEqual([])
          if (!language.hasSkill(skill)) expect.fail(`${skill} in ${text}`)
          if (!counts.every((count) => Number.isInteger(count) && count >= 1 && count <= 2304))
            expect.fail(text)
        }
      } else {
        ends.error++
        expect(plan.error.message.length, text).toBeLessThan(600)
      }
    }
    expect(ends.plan).toBeGreaterThan(ANSWERS / 5)
    expect(ends.error).toBeGreaterThan(ANSWERS / 50)
    expect(globalThis).not.toHaveProperty('delverCanary')
  })
})
