import type { Bot } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'
import { type HandLimits, type HandsName, handLimits } from './hand-limits.ts'
import { raceAbort } from './interrupt.ts'

/** `status` in `block_dig` packets: 0 starts a dig, 1 cancels it, 2 finishes it. */
const FINISHED = 2
/** `mouse` in `use_entity` packets. */
const ATTACK = 1

/** Actions of the mouse. */
export type Press = 'dig' | 'use' | 'click'

/**
 * The mouse buttons and their cooldowns. Each packet that is sent starts a cooldown, and the next press waits for its end.
 * The agent does other things during a cooldown.
 */
export class Hands {
  readonly limits: HandLimits
  readonly #dig: Cooldown
  readonly #use: Cooldown
  readonly #click: Cooldown
  readonly #presses: Record<Press, number> = { dig: 0, use: 0, click: 0 }

  constructor(bot: Bot, clock: GameClock, name: HandsName) {
    this.limits = handLimits(name)
    const { digPause, usePause, clickPause } = this.limits
    this.#dig = new Cooldown(clock, digPause)
    this.#use = new Cooldown(clock, usePause)
    this.#click = new Cooldown(clock, clickPause)
    this.#watch(bot)
    if (clickPause > 0) this.#delayClicks(bot)
  }

  /** Number of presses so far. The start and the end of a dig both count. */
  get presses(): Readonly<Record<Press, number>> {
    return { ...this.#presses }
  }

  /** Whether a dig waits for the cooldown. */
  get pausesDigging(): boolean {
    return this.#dig.awaited
  }

  /** Whether a use of the right button waits for the cooldown. */
  get pausesUsing(): boolean {
    return this.#use.awaited
  }

  /** Waits for the cooldown of digs. @throws the signal's reason when `signal` fires first. */
  readyToDig(signal: AbortSignal): Promise<void> {
    return raceAbort(this.#dig.over(), signal)
  }

  /** Waits until the cooldown of digs ends within a time (ticks). @throws the signal's reason when `signal` fires first. */
  nearlyReadyToDig(ticks: number, signal: AbortSignal): Promise<void> {
    return raceAbort(this.#dig.over(ticks), signal)
  }

  /** Waits for the cooldown of the right button. @throws the signal's reason when `signal` fires first. */
  readyToUse(signal: AbortSignal): Promise<void> {
    return raceAbort(this.#use.over(), signal)
  }

  /** Waits for the cooldown of clicks in windows. @throws the signal's reason when `signal` fires first. */
  readyToClick(signal: AbortSignal): Promise<void> {
    return raceAbort(this.#click.over(), signal)
  }

  /** Starts the cooldowns by outgoing packets. */
  #watch({ _client: line }: Bot): void {
    const write = line.write.bind(line)
    line.write = (packet, fields) => {
      this.#begin(packet, fields)
      write(packet, fields)
    }
  }

  #begin(packet: string, fields: PressFields): void {
    const press = pressOf(packet, fields)
    if (!press) return
    this.#presses[press]++
    if (press === 'click') this.#click.begin()
    else if (press === 'use') this.#use.begin()
    else if (fields.status === FINISHED) this.#dig.begin()
  }

  /** Applies the cooldown to mineflayer's own clicks, for example to those that move a stack into the hand. */
  #delayClicks(bot: Bot): void {
    const { clickWindow, _syncWindow: sync } = bot
    bot.clickWindow = async (slot, button, mode) => {
      await this.#click.over()
      await clickWindow(slot, button, mode)
    }
    bot.moveSlotItem = async (from, to) => {
      await bot.clickWindow(from, 0, 0)
      await bot.clickWindow(to, 0, 0)
      bot.updateHeldItem()
      if (bot.inventory.selectedItem) await bot.clickWindow(from, 0, 0)
    }
    if (!sync) return
    bot._syncWindow = async (window) => {
      await this.#click.over()
      await sync(window)
    }
  }
}

interface PressFields {
  readonly status?: number
  readonly mouse?: number
}

function pressOf(packet: string, { status, mouse }: PressFields): Press | undefined {
  switch (packet) {
    case 'block_dig':
      return status !== undefined && status <= FINISHED ? 'dig' : undefined
    case 'block_place':
    case 'use_item':
      return 'use'
    case 'use_entity':
      return mouse === ATTACK ? undefined : 'use'
    case 'window_click':
      return 'click'
    default:
      return undefined
  }
}

/** A cooldown. */
class Cooldown {
  readonly #clock: GameClock
  readonly #ticks: number
  #over: Promise<void> = Promise.resolve()
  #endsAt = Number.NEGATIVE_INFINITY
  #waiting = 0

  /** @param ticks length of the cooldown; 0 for none. */
  constructor(clock: GameClock, ticks: number) {
    this.#clock = clock
    this.#ticks = ticks
  }

  /** Whether a press waits for its end. */
  get awaited(): boolean {
    return this.#waiting > 0
  }

  begin(): void {
    if (this.#ticks === 0) return
    this.#over = this.#clock.wait(this.#ticks)
    this.#endsAt = this.#clock.tick + this.#ticks
  }

  /**
   * Resolves when the cooldown is over, and any other that starts meanwhile.
   * @param early how long before its end (ticks).
   */
  async over(early = 0): Promise<void> {
    this.#waiting++
    const wait = this.#endsAt - early - this.#clock.tick
    if (early > 0) {
      if (wait > 0) await this.#clock.wait(wait)
      this.#waiting--
      return
    }
    for (let known: Promise<void> | undefined; known !== this.#over; ) {
      known = this.#over
      await known
    }
    this.#waiting--
  }
}
