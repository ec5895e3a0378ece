import { describe, expect, it } from 'vitest'
import { Variables } from '#strategies/thread/variables'

describe('variables', () => {
  const set = async (...lines: string[]) => {
    const variables = new Variables(
      new Map([['commands', ['craft 4 stick using 2 planks', 'craft 1 bow']]]),
    )
    const problems = []
    for (const line of lines) problems.push(await variables.assign(line.split(' ')[0] ?? '', line))
    return { variables, problems }
  }

  it('stand for strings, numbers and lists in later lines', async () => {
    const { variables } = await set(
      "item = 'stick'",
      'times = 3',
      'count = 2 * times',
      "found = ['fridge 1', 'shelf 2']",
      'first = found[0]',
      "command = [c for c in commands if item + ' using' in c][0]",
    )
    const text = '{count} {item} in {first} of {found}: {command}, {ladder}, mine({log:1})'
    expect(variables.fill(text)).toEqual({
      text: "6 stick in fridge 1 of ['fridge 1', 'shelf 2']: craft 4 stick using 2 planks, {ladder}, mine({log:1})",
      unknown: ['ladder'],
    })
  })

  it('report expressions that cannot be computed', async () => {
    const { variables, problems } = await set(
      "x = [c for c in commands if 'boat' in c][0]",
      "y = 'a' * 3",
      'z = ((',
      "w = open('/etc/passwd')",
    )
    for (const problem of problems.slice(0, 3)) expect(problem).toMatch(/^[xyz] is not set: /)
    expect(variables.fill('{x}{y}{z}').unknown).toEqual(['x', 'y', 'z'])
    expect(variables.fill('{w}').text).toBe('false')
  })

  it('of a child are copies', async () => {
    const { variables } = await set("item = 'bow'", 'list = [1]')
    const child = variables.forChild()
    await child.assign('item', "item = 'stick'")
    await child.assign('list', 'list = [2]')
    expect(child.fill('{item} {list} {commands}').text).toMatch(/^stick \[2\] \['craft 4/)
    expect(variables.fill('{item} {list}').text).toBe('bow [1]')
  })

  it('stay small, however they are combined', async () => {
    const double = Array.from({ length: 60 }, () => ['x = [x, x]', 's = s + s', 'n = n * n']).flat()
    const { variables } = await set("x = 'ab'", "s = 'ab'", 'n = 10', ...double)
    expect(variables.fill('{x} {s}').text.length).toBeLessThan(2100)
  })
})
