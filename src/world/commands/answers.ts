import type { Registry } from '#knowledge/registry'
import type { ChatComponent } from '../core/chat-component.ts'

type Text = readonly [key: string, ...values: readonly (string | number)[]]

/** The answer to a command, as a translation key with its values: since 1.13, and before. */
export interface Answer {
  readonly now: Text
  readonly before: Text
}

/** An answer in the form of a version, which the client shows in its own language. */
export function answerComponent({ flattened }: Registry, { now, before }: Answer): ChatComponent {
  const [key, ...values] = flattened ? now : before
  return { translate: key, with: values.map((value) => ({ text: String(value) })) }
}
