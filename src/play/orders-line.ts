import { ORDER_NAMES, orderSpec } from './orders.ts'

/** The orders in one line, by an example each: the answer to "help". */
export function ordersLine(): string {
  const examples = ORDER_NAMES.filter((name) => orderSpec(name).manner !== 'answer')
    .map((name) => orderSpec(name).examples[0])
    .filter((example) => example !== undefined && !example.includes('('))
  return `Say for example: ${examples.join('; ')}. Also: stop, continue, never mind, what are you doing, what's next.`
}
