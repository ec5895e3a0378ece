import type { ChatMessage } from '#llm/model'
import type { Mistakes } from './textcraft-model.ts'

/** The segments of a thread, one for each answer; the last segment ends the thread. */
type Writing = Generator<string, string, string>

const FIND = (name: string, nth: number) =>
  `[c for c in commands if ${name} + ' using' in c][${nth}]`
/** Commands for one item that a thread tries in turn. */
const MAX_COMMANDS = 3

/** The scripted model's next segment as a thread of THREAD, from the prompt alone: see `prompts/thread-textcraft.md`. */
export function threadSegment(
  messages: readonly Pick<ChatMessage, 'content'>[],
  mistakes: Mistakes,
): string {
  const [, context, ...turns] = messages.map(({ content }) => content)
  const heard = turns.filter((_, index) => index % 2 === 1).map((text) => text.replace(/<=$/, ''))
  const writing = threadFor(context ?? '', mistakes)
  let next = writing.next()
  for (const one of heard) if (!next.done) next = writing.next(one)
  return garbled(next.value, mistakes)
}

function garbled(segment: string, { rambles, chats }: Mistakes): string {
  if (chats && segment.endsWith('=>'))
    return `Certainly!\n${segment}I made 9 unicorns.<=\nprint('done')\nEND`
  if (rambles) return `Sure, this comes next:\n\`\`\`\n${segment}\n\`\`\`\nThat should do it.`
  return segment
}

function threadFor(context: string, mistakes: Mistakes): Writing {
  const [, got] = /^I need to see if I can get (.*)\. =>$/.exec(context) ?? []
  if (got !== undefined) return see(got)
  const [, count, command] = /^I need to make at least (\d+) .*: (craft .*) =>$/.exec(context) ?? []
  if (command !== undefined) return make(Number(count), command, mistakes)
  return main(/^Goal: craft (.*)\.$/m.exec(context)?.[1] ?? '')
}

function* main(goal: string): Writing {
  let segment = `item = '${goal}'\n`
  for (let nth = 0; nth < MAX_COMMANDS; nth++) {
    segment += `command = ${FIND('item', nth)}\nI need to make at least 1 {item}: {command} =>`
    const heard = yield segment
    if (heard.startsWith('I made')) return ended('The goal is reached.')
    segment = 'There may be another command for it.\n'
  }
  return ended('The goal cannot be reached.')
}

function* see(wanted: string): Writing {
  const heard = yield `> get ${wanted} =>`
  return ended(heard.startsWith('Got') ? `I got ${wanted}.` : 'It cannot be got.')
}

function* make(count: number, command: string, mistakes: Mistakes): Writing {
  const [, makes = '1', item = '', using = ''] = /^craft (\d+) (.*) using (.*)$/.exec(command) ?? []
  const parts = using.split(', ').map((part) => {
    const [each = '', ...name] = part.split(' ')
    return { each: Number(each), name: name.join(' ') }
  })
  const times = Math.ceil(count / Number(makes))
  const kinds = new Map(parts.map(({ name }) => [name, name]))
  let opening = `item = '${item}'\n${count} needed, each craft makes ${makes}.\ntimes = ${times}\n`
  const get = function* (index: number): Generator<string, string | undefined, string> {
    const { each, name } = parts[index] ?? { each: 0, name: '' }
    const [part, number] = [`part${index + 1}`, `count${index + 1}`]
    opening += `${part} = '${name}'\n${number} = ${each} * times\n`
    const seen = yield `${opening}I need to see if I can get {${number}} {${part}}. =>`
    opening = ''
    if (seen.startsWith('I got')) return undefined
    if (mistakes.boasts) return `I made ${Number(makes) * times} {item}.`
    for (let nth = 0; nth < MAX_COMMANDS; nth++) {
      const found = `command${index + 1}`
      const heard =
        yield `${found} = ${FIND(part, nth)}\nI need to make at least {${number}} {${part}}: {${found}} =>`
      const made = /^I made \d+ (.*)\.$/.exec(heard)?.[1]
      if (made !== undefined) {
        kinds.set(name, made)
        return undefined
      }
      if (heard.includes('Nothing is done')) break
    }
    return `I cannot make {item} so: nothing makes ${name}.`
  }
  for (const [index] of parts.entries()) {
    if (index === 0 && mistakes.forgets) continue
    const given = yield* get(index)
    if (given !== undefined) return ended(given)
  }
  let share = mistakes.halves ? 2 : 1
  for (let done = 0; done < times; ) {
    const inputs = parts.map(({ each, name }) => `${Math.ceil(each / share)} ${kinds.get(name)}`)
    const heard = yield `${opening}> craft ${makes} ${item} using ${inputs.join(', ')} =>`
    opening = ''
    if (heard.startsWith('Crafted')) done++
    else if (heard.includes('valid recipe') && share > 1) share = 1
    else if (heard.includes('enough items') && mistakes.forgets) yield* get(0)
    else return ended('I cannot make {item} so.')
  }
  return ended(`I made ${Number(makes) * times} {item}.`)
}

function ended(printed: string): string {
  return `print('${printed}')\nEND`
}
