import { itemAmount } from '#wire/item-words'
import type { BodyMessage } from '../../recording-format.ts'
import { fill, h } from '../dom.ts'
import type { ItemIcons } from '../item-icons.ts'
import { itemImage } from './item-image.ts'
import { box, type Part, whenChanged } from './panel.ts'

/** Slots of the player's window: main inventory, hotbar (over the view), and armour with the off hand. */
const PACK = range(9, 36)
const HOTBAR = range(36, 45)
const WORN = [...range(5, 9), 45]

type Slots = ReadonlyMap<number, { readonly item: string; readonly count: number }>

/** The agent's inventory, armour and off hand. The hotbar is over the view. */
export function inventoryPanel(): Part {
  const { element, body, note } = box('Inventory', 'inventory')
  return {
    element,
    update: whenChanged(
      ({ timeline: { view, trial }, icons }) => [
        view.body?.slots,
        view.body?.hand,
        trial.held,
        icons,
      ],
      (recording, hand, held, icons) => {
        const slots = slotsAt(recording, held)
        const kinds = new Set([...slots.values()].map(({ item }) => item)).size
        note.textContent = kinds
          ? `${kinds} ${kinds === 1 ? 'kind of item' : 'kinds of items'}`
          : 'empty'
        const row = (numbers: readonly number[], name: string) =>
          h(
            'div',
            { class: `slots ${name}` },
            ...numbers.map((n) => itemSlot(slots, n, hand, icons)),
          )
        fill(body, row(PACK, 'pack'))
        if (WORN.some((n) => slots.has(n))) body.append(row(WORN, 'worn'))
      },
    ),
  }
}

/** One slot of the inventory. */
export function itemSlot(
  slots: Slots,
  number: number,
  hand: number | undefined,
  icons: ItemIcons | null,
): HTMLElement {
  const held = slots.get(number)
  return h(
    'div',
    {
      class: number === hand ? 'slot hand' : 'slot',
      title: held ? itemAmount(held.item, held.count) : null,
      'data-item': held?.item,
      'data-count': held?.count,
    },
    held && itemImage(icons, held.item),
    held && held.count > 1 && h('span', { class: 'count' }, String(held.count)),
  )
}

/** The filled slots, from a recording or, without one, from the counts in the log. */
export function slotsAt(
  recording: BodyMessage['slots'] | undefined,
  held: Readonly<Record<string, number>>,
): Slots {
  return recording ? slotsOf(recording) : slotsFrom(held)
}

function slotsOf(slots: BodyMessage['slots']): Slots {
  return new Map(slots.map(([number, item, count]) => [number, { item, count }]))
}

/** The log has no slots: without a recording, items fill those of the panel in order. */
function slotsFrom(inventory: Readonly<Record<string, number>>): Slots {
  const places = [...PACK, ...HOTBAR]
  return new Map(
    Object.entries(inventory).flatMap(([item, count], i) => {
      const place = places[i]
      return place === undefined ? [] : [[place, { item, count }] as const]
    }),
  )
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}
