import type { Task } from './planner.ts'

/** The task as text for models: `obtain 1 stone_sword`, `obtain and wear 1 iron_boots`. */
export function taskText({ target, wear }: Task): string {
  const things = Object.entries(target).map(([item, count]) => `${count} ${item}`)
  return `${wear ? 'obtain and wear' : 'obtain'} ${things.join(' and ')}`
}
