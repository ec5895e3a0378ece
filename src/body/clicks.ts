import type { Item } from 'prismarine-item'
import type { Window } from 'prismarine-windows'
import type { Vec3 } from 'vec3'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import { face } from './face.ts'
import { raceAbort } from './interrupt.ts'
import { withTimeout } from './with-timeout.ts'

/** A click or a window that the server does not answer for so long is lost (ticks). */
const ANSWER_TICKS = 60
/** What putting things back may take at most once a signal has fired (ticks). */
const TIDY_TICKS = 40

const LEFT = 0
const RIGHT = 1

/** mineflayer's numbers for the click that throws a whole stack out, and how long its answer may take (ticks). */
const DROP_MODE = 4
const WHOLE_STACK = 1
const THROW_TICKS = 40

/**
 * Opens a block within reach that has a window, bringing it into sight first; null when the server
 * does not open it, or nothing is there any more. A window that comes after the signal has fired is
 * closed again.
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
  // mineflayer turns slowly unless it looks the right way already.
  if (!(await face(body, place, signal))) return null
  await body.hands.readyToUse(signal)
  const block = bot.blockAt(place)
  if (!block || block.type === 0) return null
  const opening = bot.openBlock(block)
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

/** The player's own window, with a crafting grid of 2x2; it is always open. */
export function ownWindow(body: Body, signal: AbortSignal): Clicks {
  return new Clicks(body, body[BOT].inventory, signal)
}

/** Throws a whole stack out, the way the body looks. */
export function throwOut({ [BOT]: bot, clock }: Body, { slot }: Item): Promise<void> {
  return withTimeout(clock, bot.clickWindow(slot, WHOLE_STACK, DROP_MODE), THROW_TICKS)
}

/**
 * One player's mouse in a window: one click after the other, none after the signal has fired. What
 * the window shows is what the server has confirmed or not yet contradicted.
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

  /** Whether the window is still open; servers shut one when the body is carried too far from its block. */
  get isOpen(): boolean {
    const bot = this.#body[BOT]
    return this.#window === (bot.currentWindow ?? bot.inventory)
  }

  /** How many slots there are beside the player's own, which come after them. */
  get size(): number {
    return this.#window.inventoryStart
  }

  slot(slot: number): Item | null {
    return this.#window.slots[slot] ?? null
  }

  /**
   * Puts `count` of a kind into each of some slots.
   * @returns false when there were not enough; what is over is on the cursor.
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

  /** Takes what lies in a slot into the inventory. */
  async take(slot: number): Promise<void> {
    await this.putBack()
    if (!this.slot(slot)) return
    await this.#click(slot, LEFT)
    await this.putBack()
  }

  /** Empties the cursor into the inventory, as far as there is room. */
  async putBack(): Promise<void> {
    for (let slot = this.#room(); slot !== undefined; slot = this.#room())
      if (!(await this.#click(slot, LEFT))) break
  }

  /** Takes note of what a craft has used up: before 1.17 the server does not say so. */
  usedUp(slots: readonly number[]): void {
    if (!this.#body[BOT].supportFeature('transactionPacketExists')) return
    for (const slot of slots) this.#window.slots[slot] = null
  }

  /**
   * Puts back what hangs on the cursor, has the server say what lies where, and closes the window.
   * Works also after the signal has fired, but not for long.
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

  /** How many of a kind hang on the cursor, once a stack of them was taken up. */
  async #takeUp(kind: string, needed: number): Promise<number> {
    const heldKind = () => this.#kindOf(this.#window.selectedItem)
    if (heldKind() !== kind) {
      await this.putBack()
      const stacks = this.#inventory().filter((item) => this.#kindOf(item) === kind)
      // The smallest stack that will do is least to put back.
      const [best] = stacks.sort(
        (a, b) => Number(b.count >= needed) - Number(a.count >= needed) || a.count - b.count,
      )
      if (best) await this.#click(best.slot, LEFT)
    }
    return heldKind() === kind ? (this.#window.selectedItem?.count ?? 0) : 0
  }

  /** Where the stack on the cursor can go: onto one of its kind, or into a free slot. */
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

  /** @returns whether the server let the click stand, as far as it says. */
  async #click(slot: number, button: number): Promise<boolean> {
    await this.#body.hands.readyToClick(this.#signal)
    return raceAbort(this.#send(slot, button), this.#signal)
  }

  async #send(slot: number, button: number): Promise<boolean> {
    const bot = this.#body[BOT]
    // A window that is closed by now, by death perhaps, changes no more: the click would be in another.
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
