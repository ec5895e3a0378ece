import seedrandom from 'seedrandom'
import { goalText } from '#goal/print'
import { type AdaptPrompt, needsOf, wayTo } from './scripted-adapt.ts'
import {
  callIn,
  countsIn,
  type PromptMessage,
  targetIn,
  versionIn,
  wearIn,
} from './scripted-prompt.ts'

/** Goals that a thread attempts by itself, and tries of the same line. */
const REACH = 2
const TRIES = 3
/** Probabilities that a thread skips a need, makes a false claim, and adds small talk. */
const FORGETS = 0.15
const BOASTS = 0.05
const TALKATIVE = 0.2

/** The answer to a prompt of THREAD in Minecraft; undefined for other prompts. */
export function scriptedThread(
  messages: readonly PromptMessage[],
  seed: string,
): string | undefined {
  const [system, context, ...turns] = messages.map(({ content }) => content)
  if (!system?.startsWith('You are one thread of an agent') || context === undefined)
    return undefined
  const said = turns.filter((_, index) => index % 2 === 0)
  const heard = turns.filter((_, index) => index % 2 === 1)
  const random = seedrandom(`${seed} ${callIn(messages)} thread`)
  const segment = next(context, versionIn(messages), said, heard, random)
  if (random() >= TALKATIVE) return segment
  return `Let me see.\n\`\`\`\n${segment}${segment.endsWith('=>') ? ' I did it!<=' : ''}\nThat should do it.`
}

function next(
  context: string,
  version: string,
  said: readonly string[],
  heard: readonly string[],
  random: () => number,
): string {
  // Only the inventory shows the work of a child.
  if (heard.length > 0 && inventoryIn(heard.at(-1) ?? '') === undefined) return '> inventory =>'
  const prompt = readThread(context, version, heard)
  const ways = waysTo(context, prompt)
  const way = ways.find((one) => one.length > 0)
  const isFirst = said.length === 0
  if (!way) return ended('I have what was wanted.')
  if (isFirst && !context.startsWith('Task:') && random() < BOASTS)
    return ended('I have what was wanted.')
  const [first, last] = [way[0], way.at(-1)]
  if (!first || !last) return ended('I cannot have it.')
  const isTriedEnough = (line: string) => said.filter((one) => one.includes(line)).length >= TRIES
  if (way.length > REACH && !(isFirst && random() < FORGETS)) {
    const needs =
      last.skill === 'equip' ? [`have 1 ${Object.keys(last.target)[0]}`] : needsOf(last, way)
    const open = needs
      .filter((need) => wayTo({ ...prompt, task: need }).length > 0)
      .find((need) => !isTriedEnough(need))
    // After a child has failed, another gets the task in other words.
    const again = 'still '.repeat(said.filter((one) => one.includes(`${open}.`)).length)
    if (open !== undefined) return `There is more to it.\nI ${again}need to ${open}. =>`
  }
  const goal = way.length > REACH ? last : first
  const line = `> ${goalText(goal)} =>`
  return isTriedEnough(goalText(goal)) ? ended('I cannot have it.') : line
}

/** The goals to each item of a thread's task. */
function waysTo(context: string, prompt: AdaptPrompt): ReturnType<typeof wayTo>[] {
  const task = /^Task: (.*)$/m.exec(context)?.[1]
  if (task === undefined) return [wayTo(prompt)]
  const wear = wearIn(task)
  if (wear !== null) return [wayTo({ ...prompt, task: `wear ${wear}` })]
  const things = Object.entries(targetIn(task))
  return things.map(([name, count]) => wayTo({ ...prompt, task: `have ${count} ${name}` }))
}

function readThread(context: string, version: string, heard: readonly string[]): AdaptPrompt {
  const before = countsIn(/^Inventory: (\{.*\})/m.exec(context)?.[1] ?? '')
  const now = heard.map(inventoryIn).findLast((found) => found !== undefined)
  const state = heard.at(-1) ?? context
  return {
    version,
    task: /^I (?:still )*need to (.*)\. =>$/m.exec(context)?.[1] ?? '',
    before,
    inventory: now ?? before,
    worn: /\bwear ([a-z_, ]+)\./.exec(state)?.[1]?.split(', ') ?? [],
    near: /^Near me stands (.*)\.$/m.exec(context)?.[1]?.match(/crafting_table|furnace/g) ?? [],
    unavailable: /I could not find (.*)\.$/m.exec(context)?.[1]?.split(', ') ?? [],
    failed: [],
  }
}

/** The inventory in a text of a descriptor or of the action `inventory`; undefined for none. */
function inventoryIn(text: string): Record<string, number> | undefined {
  const [, listed, counted] = /My inventory (?:has (\{[^}]*\})|now has (.*)\.)/.exec(text) ?? []
  if (listed !== undefined) return countsIn(listed)
  return counted === undefined ? undefined : targetIn(counted)
}

function ended(printed: string): string {
  return `print('${printed}')\nEND`
}
