import type { Item } from 'prismarine-item'
import type { Window } from 'prismarine-windows'
import type { Vec3 } from 'vec3'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import { face } from './face.ts'
import { NORMALS } from './faces.ts'
import { raceAbort } from './interrupt.ts'
import { withStillHead } from './still-head.ts'
import { withTimeout } from './with-timeout.ts'

/** Time for the server to answer a click or open a window (ticks). */
const ANSWER_TICKS = 60
/** Time to put items back and close a window, also after the signal fires (ticks). */
const TIDY_TICKS = 40

const LEFT = 0
const RIGHT = 1
/** The protocol's mode for picking up and placing a stack, and its number for a click outside of the window. */
const PICK_MODE = 0
const OUTSIDE = -999

/** The protocol's mode and buttons for dropping one item or a whole stack, and the time for an answer (ticks). */
const DROP_MODE = 4
const ONE_ITEM = 0
const WHOLE_STACK = 1
const THROW_TICKS = 40

/**
 * Faces a block within reach and opens its window. A window that opens after the signal fires is closed again.
 * @returns null if the server does not open the window, or the block is gone.
 * @throws the signal's reason when `signal` fires first.
 */
export async function openWindow(
  body: Body,
  place: Vec3,
  signal: AbortSignal,
): Promise<Clicks | null> {
  const bot = body[BOT]
  if (bot.currentWindow)
    await withTimeout(body.clock, bot.closeWindow(bot.currentWindow), ANSWER_TICKS)
  if (!(await face(body, place, signal))) return null
  await body.hands.readyToUse(signal)
  const choose = () => body.crosshair.find(place)
  const hit = await body.crosshair.bring(choose, signal, { givesWay: true })
  const block = bot.blockAt(place)
  if (!hit || !block || block.type === 0) return null
  const cursor = hit.point.minus(place)
  const opening = withStillHead(bot, () => bot.openBlock(block, NORMALS[hit.face], cursor))
  let window: Window | null = null
  let givenUp = false
  const opened = opening.then(
    (made) => {
      if (givenUp) return void bot.closeWindow(made)
      window = made
    },
    () => {},
  )
  try {
    await raceAbort(withTimeout(body.clock, opened, ANSWER_TICKS), signal)
  } finally {
    givenUp = window === null
  }
  return window && new Clicks(body, window, signal)
}

/** The player's own inventory window with its 2x2 crafting grid. It is always open. */
export function ownWindow(body: Body, signal: AbortSignal): Clicks {
  return new Clicks(body, body[BOT].inventory, signal)
}

/**
 * Drops a whole stack in the direction of view. A stack on the cursor, for which there was no room, takes its place: while
 * the cursor holds one, the server drops nothing from a slot.
 */
export async function throwOut(body: Body, item: Item): Promise<void> {
  const { [BOT]: bot, clock } = body
  if (!bot.inventory.selectedItem) return dropFrom(body, item, WHOLE_STACK)
  for (const slot of [item.slot, OUTSIDE])
    await withTimeout(clock, bot.clickWindow(slot, LEFT, PICK_MODE), THROW_TICKS)
}

/** Drops one item of a stack in the direction of view. */
export function throwOne(body: Body, item: Item): Promise<void> {
  return dropFrom(body, item, ONE_ITEM)
}

function dropFrom({ [BOT]: bot, clock }: Body, { slot }: Item, button: number): Promise<void> {
  return withTimeout(clock, bot.clickWindow(slot, button, DROP_MODE), THROW_TICKS)
}

/**
 * The mouse in a window: one click at a time, and none after the signal fires. The window's slots show what the server
 * has confirmed or not yet contradicted.
 */
export class Clicks {
  readonly #body: Body
  readonly #window: Window
  readonly #signal: AbortSignal
  #last: Promise<unknown> = Promise.resolve()

  constructor(body: Body, window: Window, signal: AbortSignal) {
    this.#body = body
    this.#window = window
    this.#signal = signal
  }

  /** Whether the window is still open. A server closes it when the player is pushed too far from its block. */
  get isOpen(): boolean {
    const bot = this.#body[BOT]
    return this.#window === (bot.currentWindow ?? bot.inventory)
  }

  /** Number of the window's own slots. The player's slots follow them. */
  get size(): number {
    return this.#window.inventoryStart
  }

  slot(slot: number): Item | null {
    return this.#window.slots[slot] ?? null
  }

  /**
   * Puts `count` items of a kind into each slot. A remainder stays on the cursor.
   * @returns false if the inventory holds too few.
   */
  async lay(kind: string, slots: readonly number[], count = 1): Promise<boolean> {
    let needed = slots.length * count
    for (const slot of slots) {
      for (let left = count; left > 0; ) {
        const held = await this.#takeUp(kind, needed)
        if (held === 0) return false
        const all = held <= left
        await this.#click(slot, all ? LEFT : RIGHT)
        left -= all ? held : 1
        needed -= all ? held : 1
      }
    }
    return true
  }

  /** Moves the stack of a slot into the inventory. */
  async take(slot: number): Promise<void> {
    await this.putBack()
    if (this.slot(slot)) await this.#click(slot, LEFT)
    await this.putBack()
  }

  /**
   * Adds the stack of a slot to the cursor, which must be empty or hold the same items.
   * @param renews whether the slot fills again, as the result of a crafting grid with materials for more.
   */
  async pickUp(slot: number, renews: boolean): Promise<void> {
    const item = this.slot(slot)
    if (!item) return
    const again: Item = Object.assign(Object.create(Object.getPrototypeOf(item)), item)
    await this.#click(slot, LEFT)
    // Before 1.17, the new stack arrives before the answer to the click, with which mineflayer then empties the slot.
    const forgets = this.#body[BOT].supportFeature('transactionPacketExists')
    if (renews && forgets && !this.slot(slot)) this.#window.slots[slot] = again
  }

  /** Moves the stack on the cursor into the inventory, as far as there is room. */
  async putBack(): Promise<void> {
    for (let slot = this.#room(); slot !== undefined; slot = this.#room())
      if (!(await this.#click(slot, LEFT))) break
  }

  /** Clears the slots that a craft used up. Before 1.17, the server sends no update for them. */
  usedUp(slots: readonly number[]): void {
    if (!this.#body[BOT].supportFeature('transactionPacketExists')) return
    for (const slot of slots) this.#window.slots[slot] = null
  }

  /**
   * Puts the stack on the cursor back, asks the server for the contents, and closes the window. This also works after the
   * signal fires.
   */
  async close(): Promise<void> {
    await withTimeout(this.#body.clock, this.#tidy(), TIDY_TICKS)
  }

  async #tidy(): Promise<void> {
    const bot = this.#body[BOT]
    await this.#last
    if (bot.health <= 0) return
    for (let slot = this.#room(); slot !== undefined; slot = this.#room()) {
      if (!(await this.#send(slot, LEFT))) break
    }
    const own = this.#window === bot.inventory
    await bot._syncWindow?.(this.#window).catch(() => {})
    const gridEmpty = own && [1, 2, 3, 4].every((slot) => !this.slot(slot))
    if (!gridEmpty && (own || bot.currentWindow === this.#window))
      await bot.closeWindow(this.#window)
  }

  /** Picks up a stack of a kind, and returns the number of its items on the cursor. */
  async #takeUp(kind: string, needed: number): Promise<number> {
    const heldKind = () => this.#kindOf(this.#window.selectedItem)
    if (heldKind() !== kind) {
      const stacks = this.#inventory().filter((item) => this.#kindOf(item) === kind)
      // The smallest sufficient stack leaves the least to put back.
      const [best] = stacks.sort(
        (a, b) => Number(b.count >= needed) - Number(a.count >= needed) || a.count - b.count,
      )
      // The stack on the cursor takes the place of the one that is picked up.
      if (best) await this.#click(best.slot, LEFT)
      else await this.putBack()
    }
    return heldKind() === kind ? (this.#window.selectedItem?.count ?? 0) : 0
  }

  /** The slot for the stack on the cursor: one with items of its kind, or an empty one. */
  #room(): number | undefined {
    const held = this.#window.selectedItem
    if (!held) return undefined
    const kind = this.#kindOf(held)
    const same = this.#inventory().find(
      (item) => item.count < item.stackSize && this.#kindOf(item) === kind,
    )
    if (same && held.stackSize > 1) return same.slot
    const { inventoryStart, inventoryEnd } = this.#window
    return this.#window.firstEmptySlotRange(inventoryStart, inventoryEnd) ?? undefined
  }

  #inventory(): Item[] {
    const { inventoryStart, inventoryEnd, slots } = this.#window
    return slots.slice(inventoryStart, inventoryEnd).filter((item) => item !== null)
  }

  #kindOf(item: Item | null): string | undefined {
    return item ? this.#body.registry.itemName(item) : undefined
  }

  /** @returns whether the server accepts the click, as far as it answers. */
  async #click(slot: number, button: number): Promise<boolean> {
    await this.#body.hands.readyToClick(this.#signal)
    const stands = await raceAbort(this.#send(slot, button), this.#signal)
    // A server that refuses a click sends what the window holds.
    if (!stands) await this.#body.wait(1, this.#signal)
    return stands
  }

  async #send(slot: number, button: number): Promise<boolean> {
    const bot = this.#body[BOT]
    // After the window closes, for example by death, a click would land in another window.
    if (!this.isOpen) return false
    let stands = false
    const click = bot.clickWindow(slot, button, 0).then(
      () => {
        stands = true
      },
      () => {},
    )
    const answered = withTimeout(this.#body.clock, click, ANSWER_TICKS).then(() => stands)
    this.#last = answered
    return answered
  }
}
