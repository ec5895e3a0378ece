import { h } from '../dom.ts'
import type { Playback } from '../playback.ts'

/** A part of the page that follows the playback. */
export interface Part {
  readonly element: HTMLElement
  update(playback: Playback): void
}

/** Redraws only when a selected value has changed. */
export function whenChanged<T extends unknown[]>(
  select: (playback: Playback) => readonly [...T],
  draw: (...values: T) => void,
): (playback: Playback) => void {
  let last: readonly [...T] | null = null
  return (playback) => {
    const values = select(playback)
    if (last?.every((value, i) => value === values[i])) return
    last = values
    draw(...values)
  }
}

/** A titled box, with a note to the right of its title. */
export function box(title: string, name: string): Box {
  const note = h('span', { class: 'note' })
  const body = h('div', { class: 'body' })
  const heading = h('h2', {}, title, note)
  const element = h('section', { class: `panel ${name}`, 'aria-label': title }, heading, body)
  return { element, body, note }
}

interface Box {
  readonly element: HTMLElement
  readonly body: HTMLElement
  readonly note: HTMLElement
}
