import type { Bot } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'
import { type HandLimits, type HandsName, handLimits } from './hand-limits.ts'
import { raceAbort } from './interrupt.ts'

/** Meaning of `status` in packets of digging: 0 to 2 are of a dig, from its start to its end. */
const FINISHED = 2
/** Meaning of `mouse` in packets about entities. */
const BLOW = 1

/** What a body does with its mouse. */
export type Press = 'dig' | 'use' | 'click'

/**
 * Both buttons of a body's mouse, and how soon each may be pressed again. What was really sent begins
 * a pause, whoever sent it; it is waited for before the next press, so that whatever else there is to
 * do goes on meanwhile.
 */
export class Hands {
  readonly limits: HandLimits
  readonly #dig: Pause
  readonly #use: Pause
  readonly #click: Pause
  readonly #presses: Record<Press, number> = { dig: 0, use: 0, click: 0 }

  constructor(bot: Bot, clock: GameClock, name: HandsName) {
    this.limits = handLimits(name)
    const { digPause, usePause, clickPause } = this.limits
    this.#dig = new Pause(clock, digPause)
    this.#use = new Pause(clock, usePause)
    this.#click = new Pause(clock, clickPause)
    this.#watch(bot)
    if (clickPause > 0) this.#slowDown(bot)
  }

  /** How often the buttons were pressed so far; of a dig, start and end count. */
  get presses(): Readonly<Record<Press, number>> {
    return { ...this.#presses }
  }

  /** Whether something waits until a dig may start. */
  get pausesDigging(): boolean {
    return this.#dig.awaited
  }

  /** Whether something waits until the right button may be pressed. */
  get pausesUsing(): boolean {
    return this.#use.awaited
  }

  /** Waits until a dig may start. @throws the signal's reason when `signal` fires first. */
  readyToDig(signal: AbortSignal): Promise<void> {
    return raceAbort(this.#dig.over(), signal)
  }

  /** Waits until the right button may be pressed. @throws the signal's reason when `signal` fires first. */
  readyToUse(signal: AbortSignal): Promise<void> {
    return raceAbort(this.#use.over(), signal)
  }

  /** Waits until a window may be clicked. @throws the signal's reason when `signal` fires first. */
  readyToClick(signal: AbortSignal): Promise<void> {
    return raceAbort(this.#click.over(), signal)
  }

  /** Begins the pauses with what goes out on the line. */
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

  /** Has mineflayer's own clicks wait as well, those by which it moves a stack into the hand among them. */
  #slowDown(bot: Bot): void {
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
      return mouse === BLOW ? undefined : 'use'
    case 'window_click':
      return 'click'
    default:
      return undefined
  }
}

/** How long something rests after it was done. */
class Pause {
  readonly #clock: GameClock
  readonly #ticks: number
  #over: Promise<void> = Promise.resolve()
  #waiting = 0

  /** @param ticks length of the rest; 0 for none. */
  constructor(clock: GameClock, ticks: number) {
    this.#clock = clock
    this.#ticks = ticks
  }

  /** Whether somebody waits for its end. */
  get awaited(): boolean {
    return this.#waiting > 0
  }

  begin(): void {
    if (this.#ticks > 0) this.#over = this.#clock.wait(this.#ticks)
  }

  /** Settles when the rest is over, and another one that began meanwhile. */
  async over(): Promise<void> {
    this.#waiting++
    for (let known: Promise<void> | undefined; known !== this.#over; ) {
      known = this.#over
      await known
    }
    this.#waiting--
  }
}
