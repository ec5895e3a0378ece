import data from './test-tasks.json' with { type: 'json' }

/** A task: the item to craft, and the crafting commands that the player sees. */
export interface TextCraftTask {
  readonly id: number
  readonly goal: string
  readonly commands: readonly string[]
}

/** The 200 test tasks of the paper, the deepest recipes first. */
export const TEST_TASKS: readonly TextCraftTask[] = data.tasks

/** The first text of a game: its commands and its goal. */
export function taskText({ goal, commands }: TextCraftTask): string {
  return ['Crafting commands:', ...commands, '', `Goal: craft ${goal}.`].join('\n')
}
