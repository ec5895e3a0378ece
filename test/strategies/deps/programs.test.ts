import seedrandom from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { parseProgram } from '#program/parse'
import { type ProgramHost, runProgram } from '#program/run'
import { spoiltAnswer } from '../../support/hostile-text.ts'
import { longIt } from '../../support/versions.ts'

/** A host in which every action adds one of its item to the inventory, after `fails` failed actions. */
function host(fails = 0) {
  const held = new Map<string, number>()
  const acted: string[] = []
  let failed = 0
  const made: ProgramHost = {
    count: (item) => held.get(item) ?? 0,
    inventory: () => held,
    act(name, args) {
      const shown = args.map(({ key, value }) => {
        const text =
          value instanceof Map ? JSON.stringify(Object.fromEntries(value)) : String(value)
        return key === null ? text : `${key}=${text}`
      })
      acted.push(`${name}(${shown.join(', ')})`)
      if (failed++ < fails) return Promise.resolve(false)
      const item = String(args.find(({ key }) => key === 'obj')?.value ?? args[0]?.value ?? name)
      held.set(item, (held.get(item) ?? 0) + 1)
      return Promise.resolve(true)
    },
  }
  return { host: made, acted }
}

async function run(text: string, fails = 0) {
  const parsed = parseProgram(text)
  if (!parsed.ok) return { end: 'unreadable', detail: parsed.error, acted: [] as string[] }
  const { host: made, acted } = host(fails)
  return { ...(await runProgram(parsed.program, made)), acted }
}

describe('programs', () => {
  it.each<[string, string, string[]]>([
    [
      'calls',
      "mine('log', 3)\ncraft({'stick': 4}, tool = None);",
      ['mine(log, 3)', 'craft({"stick":4}, tool=null)'],
    ],
    ['calls on a line', 'a(); b()', ['a()', 'b()']],
    [
      'strings and lists',
      "x = ' Oak log, Stick '.lower().strip().split(', ')\na(f'{x}', x[-1], ' and '.join(sorted(x)), str({'n': [1, None]}))\nb('log'.startswith('l'), 'log'.replace('o', 'a'), {x[1]: 2})",
      [
        "a(['oak log', 'stick'], stick, oak log and stick, {'n': [1, ]})",
        'b(true, lag, {"stick":2})',
      ],
    ],
    ['words without quotes', 'mine(obj = log, tool = null)', ['mine(obj=log, tool=null)']],
    [
      'assignments',
      'n = 2 + 3 * 4\nn -= 1\nmine(n, -n, (n - 1) % 4, 7 // 2)',
      ['mine(13, -13, 0, 3)'],
    ],
    ['if', "if 1 > 2:\n  a()\nelif not False and 'x' == 'x':\n  b()\nelse:\n  c()", ['b()']],
    ['while', 'n = 0\nwhile n < 3:\n    n += 1\n    if n == 2:\n        break\n    a(n)', ['a(1)']],
    [
      'for',
      'for i in range(2, 4):\n  a(i)\nfor x in ["p", "q"]: b(x)',
      ['a(2)', 'a(3)', 'b(p)', 'b(q)'],
    ],
    [
      'the contents of the inventory',
      "while not inventory.has({'log': 2}):\n  mine(obj = 'log')\nif 'log' in inventory and inventory['log'] == 2 and has('log', 2) and count('dirt') == 0:\n  a(inventory.get('log', 0))",
      ['mine(obj=log)', 'mine(obj=log)', 'a(2)'],
    ],
    [
      'the inventory of the agent',
      "if agent.inventory.has('log') == False: agent.mine('log')",
      ['mine(log)'],
    ],
    [
      'a function',
      'from actions import *\ndef solve(inventory = {}):\n    """Do it."""\n    a()\n    return "done"\n    b()',
      ['a()'],
    ],
    [
      'functions that are called',
      'def f(x, n):\n  a(x, n)\nf("log", 2)\nf("stick", 4)',
      ['a(log, 2)', 'a(stick, 4)'],
    ],
    ['a code fence in prose', 'Sure:\n```python\na()\n```\nThat is (all) of it.', ['a()']],
    ['prose before code', 'Here is the program.\n\nmine("log")', ['mine(log)']],
    ['comments', '# step 1\na() # and more\n\n   # indented\nb()', ['a()', 'b()']],
    [
      'brackets over lines',
      "craft(\n  {'stick': 4},\n  {'planks': 2},\n)",
      ['craft({"stick":4}, {"planks":2})'],
    ],
    ['lines out of step', 'def f():\n    a()\n  b()\nc()\nf()', ['b()', 'c()', 'a()']],
    [
      'ProgPrompt’s recovery',
      "assert has('table')\nelse:\n    craft('table')\nassert has('table'), 'none'\na()",
      ['craft(table)', 'a()'],
    ],
    [
      'dictionaries',
      "d = {'a': 1, b: 2}\nx(d['a'] + d['b'], d['c'], len(d), min(3, 2), max(1, 5), int('4'))",
      ['x(3, null, 2, 2, 5, 4)'],
    ],
    ['print', 'print("hello"); a()', ['a()']],
    [
      'badly indented lines in blocks',
      'if 1:\n    a()\n      b()\n   if 1:\n\t\tc()\n     else:\n       d()\n  e()\n f()',
      ['a()', 'b()', 'c()', 'e()', 'f()'],
    ],
    [
      'a program that is indented',
      '    for i in range(2):\n        a(i)\n    b()',
      ['a(0)', 'a(1)', 'b()'],
    ],
    ['tabs', "if 1:\n\ta()\n    b('\t')\nc()", ['a()', 'b(\t)', 'c()']],
    [
      'empty blocks',
      'def f():\n    # later\nif 0:\nelse:\na()\nfor i in [1]:  # none\n\nb()\nwhile 0:\n  \n',
      ['a()', 'b()'],
    ],
    ['calls after a colon', 'if 0: a(); b()\nc()', ['c()']],
    ['continue', 'for i in range(3):\n  if i == 1: continue\n  a(i)', ['a(0)', 'a(2)']],
    [
      'the precedence of operators',
      "a(not 1 and 0, 1 == 1 and not 0 or 0, not 0 or 1 and 0, not 'x' in ['y'], 'x' not in ['x'])",
      ['a(false, true, true, true, false)'],
    ],
    [
      'strings with punctuation',
      "a('# (', \"it's: [\", 'it\\'s', f'{n}', r\"\\d\")  # it's (not\nb()",
      ["a(# (, it's: [, it\\'s, , \\d)", 'b()'],
    ],
    ['what is said over lines', 'def f():\n    """It\'s (a:\n  plan:\n    """\n    a()', ['a()']],
    [
      'arguments named after keywords of Python',
      "craft(obj = 'stick', from = {'planks': 2}, with='table', in = null)",
      ['craft(obj=stick, from={"planks":2}, with=table, in=null)'],
    ],
    [
      'recovery after an assertion over lines',
      "assert has(\n    'table',\n), 'none'  # or\n\n    # else make one\n  else: craft('table')\na()",
      ['craft(table)', 'a()'],
    ],
    [
      'an assertion before the else of an if',
      "if 0:\n    assert has('x')\nelse:\n    a()\nif 0: assert has('x')\nelse: b()",
      ['a()', 'b()'],
    ],
    ['many branches', `if 0: a()\n${'elif 0: a()\n'.repeat(1000)}else: b()`, ['b()']],
    ['a fence that does not end', 'Sure!\n\n```python\na()\nb()', ['a()', 'b()']],
    ['other ends of lines', 'if 1:\r\n  a(\r\n  1)\r\n\r\nelse:\r\n  b()\r\n', ['a(1)']],
    ['types', 'def f(n: int, m = 2) -> None:\n    a(n, m)\nf(1, 3)', ['a(1, 3)']],
    [
      'imports over lines',
      'import actions as act\nfrom actions import (\n    mine,\n    craft,\n)\na()',
      ['a()'],
    ],
    [
      'f-strings',
      "n = 2\nd = {'a': 'log'}\na(f'{n} {d[\"a\"]:>3}s {{x}}', F\"{n}\" 'th', f'it\\'s {\"x\" if n else \"y\"}')",
      ["a(2 logs {x}, 2th, it\\'s x)"],
    ],
    ['a choice', "n = 3\na('x' if n > 2 else 'y', 'x' if n > 3 else 'y')", ['a(x, y)']],
    [
      'pairs',
      "for item, n in {'log': 2, 'dirt': 1}.items():\n  a(item, n)\nfor i, (x, y) in enumerate([('p', 'q')]): b(i, x, y)\nc, d = 1, 2\nc, d = d, c\ne = f = c\ng(c, d, e, f)",
      ['a(log, 2)', 'a(dirt, 1)', 'b(0, p, q)', 'g(2, 1, 2, 2)'],
    ],
    [
      'dictionaries that are filled',
      "d: dict[str, int] = {}\nn: int\nd['a'] = 1\nd['a'] += 2\na(d['a'], d.get('b', 7), d.get('a'), len(d.keys()), sum(d.values()))",
      ['a(3, 7, 3, 1, 3)'],
    ],
    [
      'list comprehensions',
      'xs = [n * 2 for n in range(4) if n % 2 == 1]\nxs.append(9)\na(sum(xs), all(n > 1 for n in xs), any(n > 9 for n in xs))',
      ['a(17, true, false)'],
    ],
    [
      'the inventory as a whole',
      "a()\nb()\nfor item, n in inventory.items(): c(item, n)\nif len(agent.inventory.keys()) == 2 and 'a' in inventory: d()",
      ['a()', 'b()', 'c(a, 1)', 'c(b, 1)', 'd()'],
    ],
    ['None', 'n = None\nif n is None and not n is not None: a()', ['a()']],
    [
      'return values',
      'def need(n, more=1):\n  if n > 2:\n    return n + more\n  return 0\na(need(3), need(3, 2), need(1))\ndef none():\n  pass\na(none())',
      ['a(4, 5, 0)', 'a(null)'],
    ],
    [
      'a main function',
      'def f():\n  a()\ndef main():\n  f()\nif __name__ == "__main__":\n  main()',
      ['a()'],
    ],
    [
      'a function without a call',
      'wanted = 3\ndef f():\n  a(wanted)\nprint("go")\n',
      ['a(wanted)'],
    ],
    [
      'exceptions',
      "try:\n  a()\n  raise ValueError('x')\n  b()\nexcept (KeyError, ValueError) as e:\n  c()\nexcept:\n  x()\nelse:\n  x()\nfinally:\n  d()\ntry:\n  e()\nexcept Exception:\n  x()\nelse:\n  f()",
      ['a()', 'c()', 'd()', 'e()', 'f()'],
    ],
  ])('run %s', async (_, text, acted) => {
    expect(await run(text)).toMatchObject({ end: 'finished', acted })
  })

  it('repeat an action in a loop until it succeeds', async () => {
    const { acted } = await run("while not inventory.has('log'):\n  mine('log')", 2)
    expect(acted).toHaveLength(3)
  })

  it('catch a failed action, and continue after an uncaught one', async () => {
    const { acted } = await run('try:\n  a()\n  b()\nexcept:\n  c()\nd()\ne()', 3)
    expect(acted).toEqual(['a()', 'c()', 'd()', 'e()'])
  })

  it.each([
    ["a()\nraise RuntimeError(f'no {1 + 1}')\nb()", 'no 2'],
    ['a()\nraise Exception\nb()', 'Exception'],
    ["a()\ntry:\n  raise ValueError('x')\nfinally:\n  c = 1\nb()", 'x'],
    ["a()\ntry:\n  x = 1\nexcept:\n  pass\nelse:\n  raise ValueError('y')\nb()", 'y'],
  ])('end at an uncaught exception: %j', async (text, detail) => {
    expect(await run(text)).toEqual({ end: 'fault', detail, acted: ['a()'] })
  })

  it('end at a failed assertion with its message', async () => {
    expect(await run("a()\nassert has('log', 1), 'no ' + 'log'\nb()")).toEqual({
      end: 'assert',
      detail: 'an assertion does not hold: no log',
      acted: ['a()'],
    })
  })

  it.each([
    ['a loop without an end', 'while True:\n  x = 1', 'limit'],
    [
      'a loop that catches everything',
      'while True:\n  try:\n    x()\n  except:\n    pass',
      'limit',
    ],
    ['a list that grows', 'x = []\nwhile True:\n  x.append(x)', 'limit'],
    ['an empty loop', 'while True:\n  pass', 'limit'],
    ['a long loop', 'for i in range(100000000):\n  for j in range(100000000):\n    x = j', 'limit'],
    ['a function that calls itself', 'def f():\n  f()\nf()', 'fault'],
    ['sums of words', "x = 'a' * 5", 'fault'],
    [
      'a list of itself, printed',
      'x = []\nfor i in range(900):\n  x.append(x)\nwhile True:\n  y = str(x)',
      'limit',
    ],
    ['a text that grows', "x = 'a'\nwhile True:\n  x = x + x", 'limit'],
  ])('are stopped: %s', async (_, text, end) => {
    expect((await run(text)).end).toBe(end)
  })

  it.each([
    ['nothing', ''],
    ['prose', 'I cannot do this.'],
    ['an open bracket', 'mine("log"'],
    ['a missing colon', 'while True\n  a()'],
    ['an invalid character', 'a() ? b()'],
    ['nesting', `x = ${'('.repeat(200)}1${')'.repeat(200)}`],
    ['a long chain', `x = ${'1+'.repeat(5000)}1`],
    ['many dots', `x${'.y'.repeat(5000)}`],
    ['blocks in blocks', Array.from({ length: 100 }, (_, i) => `${' '.repeat(i)}if 1:`).join('\n')],
    ['a text that does not end', "mine('log)\na()"],
    ['a text of escapes', `a('${"\\\\'".repeat(9000)})`],
    ['a part of a list', 'x[1:2]'],
    ['a list that is made up twice over', 'a(x for x in y for z in x)'],
    ['spread arguments', 'a(*x)'],
    ['functions without a name', 'a(lambda: 1)'],
    ['classes', 'class A:\n  pass'],
    ['a loop with an else', 'while 0:\n  a()\nelse:\n  b()'],
    ['values for what takes none', 'f() = 1'],
    ['powers', 'x = 9 ** 9'],
    ['numbers that are none', 'x = 3j'],
    ['a docstring alone', '"""a()"""'],
    ['too much', 'a()\n'.repeat(10_000)],
  ])('are refused with a reason: %s', (_, text) => {
    const parsed = parseProgram(text)
    expect(parsed).toEqual({ ok: false, error: expect.stringMatching(/.{5}/) })
  })

  it('cannot reach anything but the host', async () => {
    const { end, acted } = await run(
      "x = process.env\ny = globalThis\nz = constructor.constructor('return 1')()\n__import__('os')\na(x, y, {}.__proto__, ''.constructor)",
    )
    expect(end).toBe('unreadable')
    const reached = await run("x = process.env\na(x, globalThis.y, {}.__proto__, ''.constructor)")
    expect(reached.acted).toEqual(['a(null, null, null, null)'])
    expect(acted).toEqual([])
  })

  longIt('3,000 corrupted programs end in one of the known ways', async () => {
    const random = seedrandom('programs')
    const ends = new Map<string, number>()
    for (let i = 0; i < 3000; i++) {
      const { end } = await run(spoiltAnswer(random), 3)
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }
    const known = ['assert', 'fault', 'finished', 'limit', 'unreadable']
    expect([...ends.keys()].filter((end) => !known.includes(end))).toEqual([])
    expect(ends.get('finished')).toBeGreaterThan(100)
    expect(ends.get('unreadable')).toBeGreaterThan(100)
    expect(globalThis).not.toHaveProperty('delverCanary')
  })
})
