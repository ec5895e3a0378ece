import type { ChatComponent } from '../core/chat-component.ts'
import { CommandError } from './command-words.ts'

/** Limit on texts within texts. */
const MAX_DEPTH = 8

/** Reads a text component such as `{"text":"Hello","color":"red"}`. @throws CommandError when it is none. */
export function textArgument(json: string): ChatComponent {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new CommandError('Invalid chat component: not JSON')
  }
  return componentOf(value, 0)
}

function componentOf(value: unknown, depth: number): ChatComponent {
  if (typeof value === 'string') return { text: value }
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandError('Invalid chat component: expected a text or an object')
  const { text, translate, color, extra, with: values } = value as Record<string, unknown>
  const list = (parts: unknown) =>
    Array.isArray(parts) ? parts.map((part) => componentOf(part, depth + 1)) : undefined
  const more = list(extra)
  const common = { ...(typeof color === 'string' && { color }), ...(more && { extra: more }) }
  if (typeof text === 'string') return { text, ...common }
  if (typeof translate !== 'string')
    throw new CommandError('Invalid chat component: neither text nor translate')
  const inserted = list(values)
  return { translate, ...(inserted && { with: inserted }), ...common }
}
