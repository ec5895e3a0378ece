import type { ChatMessage, ChatModel, ModelRequest, ModelResult } from '#llm/model'
import { answerTo, haltedIn, stepsBefore } from './scripted-adaplanner.ts'
import { cutAt } from './scripted-model.ts'
import { threadSegment } from './textcraft-thread.ts'

/** Mistakes that the scripted model makes until it sees their consequences. */
export interface Mistakes {
  /** Writes half the counts of a recipe until the game rejects them. */
  readonly halves?: boolean
  /** Omits the first ingredient from each plan. */
  readonly forgets?: boolean
  /** Claims a success when a recipe is too hard. */
  readonly boasts?: boolean
  /** Wraps answers in prose and code fences, and garbles the execution order. */
  readonly rambles?: boolean
  /** Greets, thinks and labels its action in one turn. */
  readonly chats?: boolean
}

interface Command {
  readonly text: string
  readonly item: string
  readonly makes: number
  readonly inputs: readonly (readonly [item: string, count: number])[]
}

/**
 * A stand-in for a language model that reads TextCraft's commands, goal
 * and observations from the prompt, and crafts at most one recipe per task. Tests with it show that the methods work,
 * not how good a model is.
 */
export class TextCraftModel implements ChatModel {
  readonly name = 'scripted'
  readonly requests: ModelRequest[] = []
  readonly #mistakes: Mistakes

  constructor(mistakes: Mistakes = {}) {
    this.#mistakes = mistakes
  }

  complete<T>(request: ModelRequest<T>): Promise<ModelResult<T>> {
    this.requests.push(request)
    const text = cutAt(request.stop, this.answer(request.messages))
    const inputTokens = request.messages.reduce((sum, { content }) => sum + content.length, 0)
    return Promise.resolve({
      ok: true,
      text,
      finishReason: 'stop',
      usage: { inputTokens, outputTokens: text.length, estimated: true },
      latencyMs: 0,
    })
  }

  answer(messages: readonly Pick<ChatMessage, 'role' | 'content'>[]): string {
    const [system = '', task = ''] = messages.map(({ content }) => content)
    if (system.startsWith('You are one thread')) return threadSegment(messages, this.#mistakes)
    if (system.startsWith('You play')) {
      const action = this.#act(task, messages.slice(2))
      if (this.#mistakes.chats) return chatty(action)
      return this.#mistakes.rambles ? `\n\`\`\`\n> ${action}\n\`\`\`\nThat should do it.` : action
    }
    if (system.startsWith('A program asks you')) return answerTo(task)
    if (system.startsWith('You write plans as programs')) return this.#solution(task)
    if (system.startsWith('You look back')) return `Do this: ${this.#wholePlan(task).join('; ')}`
    const steps = system.includes('made once') ? this.#wholePlan(task) : this.#plan(task)
    const numbered = steps.map((step, index) => `Step ${index + 1}: ${step}`)
    const order = steps.map((_, index) => `Step ${index + 1}`).join(' AND ')
    if (this.#mistakes.rambles)
      return ['Sure!', ...numbered, 'Execution Order: (Step 1 AND'].join('\n')
    return [...numbered, `Execution Order: (${order})`].join('\n')
  }

  #act(task: string, turns: readonly Pick<ChatMessage, 'content'>[]): string {
    const commands = commandsIn(task)
    const goal = goalIn(task)
    const said = turns
      .filter((_, index) => index % 2 === 0)
      .map(({ content }) => content.split('\n').at(-1) ?? '')
    const seen = turns.filter((_, index) => index % 2 === 1).map(({ content }) => content)
    const lesson = /Do this: (.*)/.exec(task)?.[1]?.split('; ')
    if (lesson) return lesson[said.length]?.replace(/^fetch/, 'get') ?? 'think: task completed'
    const last = seen.at(-1) ?? task.slice(task.indexOf('> inventory'))
    if (!last.startsWith('Inventory') && !last.startsWith('> inventory')) {
      if (!last.startsWith('Could not')) return 'inventory'
      if (said.at(-1)?.startsWith('craft') && last.includes('valid recipe')) return 'inventory'
    }
    const carried = inventoryIn([...seen].reverse().find((one) => one.startsWith('Inv')) ?? task)
    if (!goal.using && stock(carried, goal.item)[1] >= goal.count) return 'think: task completed'
    const corrected = seen.some((one) => one.includes('valid recipe'))
    const done = said.filter((one) => one.startsWith('craft')).length - (corrected ? 1 : 0)
    if (goal.using && done > 0) return 'think: task completed'
    if (!goal.using && !said.includes(`get ${goal.count} ${goal.item}`))
      return `get ${goal.count} ${goal.item}`
    for (const command of goal.using ? [goal.using] : makersOf(commands, goal.item)) {
      const lacking = command.inputs.find(([item, count]) => stock(carried, item)[1] < count)
      if (!lacking) return this.#craft(command, carried, corrected)
      const action = `get ${lacking[1]} ${lacking[0]}`
      if (!said.includes(action)) return action
    }
    return this.#mistakes.boasts ? 'think: task completed' : 'think: task failed'
  }

  #craft({ makes, item, inputs }: Command, carried: Carried, corrected: boolean): string {
    const share = this.#mistakes.halves && !corrected ? 2 : 1
    const using = inputs.map(
      ([name, count]) => `${Math.ceil(count / share)} ${stock(carried, name)[0]}`,
    )
    return `craft ${makes} ${item} using ${using.join(', ')}`
  }

  /** A solution for AdaPlanner with all missing items. It does not repeat its mistakes. */
  #solution(task: string): string {
    const halted = haltedIn(task)
    const from = halted ?? 1
    const steps = lackingSteps(task)
    const isWrong = halted === null
    if (isWrong && this.#mistakes.forgets) steps.shift()
    const share = isWrong && this.#mistakes.halves ? 2 : 1
    const text = [
      `def solution(agent, start_from=${from}):`,
      '    # General plan: everything from the ground up.',
      ...stepsBefore(task, from),
      ...steps.flatMap((step, index) => solutionStep(step, from + index, share)),
    ].join('\n')
    const { rambles, chats } = this.#mistakes
    if (chats) return `Certainly! Here it is.\n\n\`\`\`python\n${text}\n\`\`\`\nThat should do.`
    return rambles ? `Sure, this is what I would do:\n\n${text}` : text
  }

  #plan(task: string): string[] {
    const goal = goalIn(task)
    const command = goal.using ?? makersOf(commandsIn(task), goal.item)[0]
    if (!command) return [`fetch ${goal.count} ${goal.item}`]
    const runs = Math.ceil(goal.count / (goal.using ? goal.count : command.makes))
    const fetched = command.inputs.map(([item, count]) => `fetch ${count * runs} ${item}`)
    if (this.#mistakes.forgets && !goal.using) fetched.shift()
    return [...fetched, ...Array<string>(runs).fill(command.text)]
  }

  /** A complete plan with the first kind of planks. */
  #wholePlan(task: string): string[] {
    const commands = commandsIn(task)
    const steps: string[] = []
    const make = (item: string, count: number) => {
      const command = makersOf(commands, item)[0]
      if (!command) {
        steps.push(`fetch ${count} ${item}`)
        return
      }
      const runs = Math.ceil(count / command.makes)
      for (const [input, each] of command.inputs) make(input, each * runs)
      const planks = makersOf(commands, 'planks')[0]?.item ?? 'planks'
      const text = command.text.replace(/(\d) planks/, `$1 ${planks}`)
      steps.push(...Array<string>(runs).fill(text))
    }
    make(goalIn(task).item, 1)
    if (this.#mistakes.forgets) steps.shift()
    return steps
  }
}

type SolutionStep =
  | { readonly get: string; readonly count: number }
  | { readonly craft: Command; readonly runs: number }

/** The items to get and craft, with the first kind of planks. */
function lackingSteps(task: string): SolutionStep[] {
  const commands = commandsIn(task)
  const left = new Map(inventoryIn(/^Inventory: .*$/m.exec(task)?.[0] ?? ''))
  const steps: SolutionStep[] = []
  /** @returns the kind that is available afterwards. */
  const make = (item: string, count: number): string => {
    const [kind, held] = stock(left, item)
    const command = makersOf(commands, item)[0]
    // A recipe needs a single kind of planks.
    const taken = held < count && command && command.item !== kind ? 0 : Math.min(held, count)
    if (taken > 0) left.set(kind, held - taken)
    const lacking = count - taken
    if (lacking === 0) return kind
    if (!command) {
      steps.push({ get: item, count: lacking })
      return item
    }
    const runs = Math.ceil(lacking / command.makes)
    const inputs = command.inputs.map(([input, each]) => [make(input, each * runs), each] as const)
    steps.push({ craft: { ...command, inputs }, runs })
    left.set(command.item, (left.get(command.item) ?? 0) + runs * command.makes - lacking)
    return command.item
  }
  make(goalIn(task).item, 1)
  return steps
}

function solutionStep(step: SolutionStep, number: number, share: number): string[] {
  const head = [`    if start_from <= ${number}:`]
  const item = 'get' in step ? step.get : step.craft.item
  const print = `        print("[Step ${number}] ${item}")`
  const error = `f"Error in [Step ${number}]: {observation}"`
  if ('get' in step)
    return [
      ...head,
      print,
      `        observation = agent.get("${item}", ${step.count})`,
      `        assert observation.startswith("Got"), ${error}`,
    ]
  const { craft, runs } = step
  const inputs = craft.inputs.map(([name, count]) => `"${name}": ${Math.ceil(count / share)}`)
  return [
    ...head,
    print,
    `        for _ in range(${runs}):`,
    `            observation = agent.craft("${item}", ${craft.makes}, {${inputs.join(', ')}})`,
    `            assert "Crafted" in observation, ${error}`,
  ]
}

function chatty(action: string): string {
  if (action.startsWith('think')) return `Certainly!\n\n**Thought:** ${action.slice(7)}`
  const spoken = `${action[0]?.toUpperCase()}${action.slice(1)}.`
  return `Certainly! Here is what I do next.\n\nThought: I could get 9 dirt, but no.\n\n**Action:** ${spoken}\n\nThis brings us nearer.\nObservation: Got 64 diamond\nAction: get 1 dirt`
}

type Carried = ReadonlyMap<string, number>

interface Goal {
  readonly item: string
  readonly count: number
  /** The goal's command; undefined for fetching. */
  readonly using: Command | undefined
}

function goalIn(task: string): Goal {
  const text = /^Goal: (.*?)\.?$/m.exec(task)?.[1] ?? ''
  const [using] = commandsIn(text)
  const [, count = '1', item = ''] = /^(?:fetch|craft) (?:(\d+) )?(.*)$/.exec(text) ?? []
  return { item: using?.item ?? item, count: Number(count), using }
}

function commandsIn(text: string): Command[] {
  return [...text.matchAll(/^craft (\d+) (.*) using (.*?)\.?$/gm)].map(
    ([all, makes = '', item = '', inputs = '']) => ({
      text: all,
      item,
      makes: Number(makes),
      inputs: inputs.split(', ').map((input) => {
        const [count = '', ...name] = input.split(' ')
        return [name.join(' '), Number(count)] as const
      }),
    }),
  )
}

function makersOf(commands: readonly Command[], item: string): Command[] {
  const isKind = (kind: string) => kind === item || (item === 'planks' && kind.endsWith(' planks'))
  return commands.filter((command) => isKind(command.item))
}

function inventoryIn(text: string): Carried {
  const entries = text.matchAll(/\[([^\]]+)\] \((\d+)\)/g)
  return new Map([...entries].map(([, item = '', count]) => [item, Number(count)]))
}

/** The most plentiful kind that satisfies a name, and its count. */
function stock(carried: Carried, item: string): readonly [string, number] {
  const kinds = [...carried].filter(
    ([kind]) => kind === item || (item === 'planks' && kind.endsWith(' planks')),
  )
  return kinds.reduce((best, kind) => (kind[1] > best[1] ? kind : best), [item, 0] as const)
}
