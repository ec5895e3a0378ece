import { h } from '../dom.ts'
import type { ItemIcons } from '../item-icons.ts'
import { plain } from '../state/goal-title.ts'

/** An item's picture; its first letters where there is none. */
export function itemImage(icons: ItemIcons | null, name: string): HTMLElement {
  const url = icons?.url(name)
  if (!url) return h('span', { class: 'item letters', title: plain(name) }, name.slice(0, 2))
  return h('img', { class: 'item', src: url, alt: plain(name), title: plain(name) })
}

/** The item of a milestone; `torch x8` and `worn iron_boots` are milestones too. */
export function itemOf(milestone: string): string {
  return milestone.replace(/^worn /, '').replace(/ x\d+$/, '')
}
