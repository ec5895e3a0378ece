import { itemName } from '#wire/item-words'
import { h } from '../dom.ts'
import type { ItemIcons } from '../item-icons.ts'

/** An item's picture, or its first two letters if there is none. */
export function itemImage(icons: ItemIcons | null, name: string): HTMLElement {
  const url = icons?.url(name)
  if (!url) return h('span', { class: 'item letters', title: itemName(name) }, name.slice(0, 2))
  return h('img', { class: 'item', src: url, alt: itemName(name), title: itemName(name) })
}

/** The item of a milestone, such as `torch` of `torch x8`, or `iron_boots` of `worn iron_boots`. */
export function itemOf(milestone: string): string {
  return milestone.replace(/^worn /, '').replace(/ x\d+$/, '')
}
