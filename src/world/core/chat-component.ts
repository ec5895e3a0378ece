import type { Registry } from '#knowledge/registry'

/** A text of the chat: literal, or a translation of the game with arguments. */
export type ChatComponent = {
  readonly color?: string
  /** What a shift-click inserts into the chat: the name of a player, for clients. */
  readonly insertion?: string
  readonly extra?: readonly ChatComponent[]
} & (
  | { readonly text: string }
  | { readonly translate: string; readonly with?: readonly ChatComponent[] }
)

interface Tag {
  readonly type: string
  readonly value: unknown
}

/** A component as the packets of a version carry it: NBT from 1.20.3 on, JSON before. */
export function encodedComponent({ data }: Registry, component: ChatComponent): unknown {
  if (!data.supportFeature('chatPacketsUseNbtComponents')) return JSON.stringify(component)
  return { name: '', ...tagOf(component) }
}

function tagOf(component: ChatComponent): Tag {
  const value: Record<string, Tag> = {}
  for (const [key, field] of Object.entries(component)) {
    value[key] = typeof field === 'string' ? { type: 'string', value: field } : listOf(field ?? [])
  }
  return { type: 'compound', value }
}

function listOf(components: readonly ChatComponent[]): Tag {
  const value = components.map((component) => tagOf(component).value)
  return { type: 'list', value: { type: 'compound', value } }
}
