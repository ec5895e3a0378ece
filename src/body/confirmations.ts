import type { Bot } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'

/** Time after which a click counts as unanswered (ticks), if the server has not confirmed a click before. */
const ANSWER_TICKS = 40
/** Time for a server that confirms no clicks to send the slots that a click has changed (ticks). */
const SLOTS_TICKS = 6
/** Time without slots after which the server has sent all that a click has changed (ticks). */
const QUIET_TICKS = 1
/** The packets that such a server sends. */
const SLOT_PACKETS = ['set_slot', 'window_items'] as const

interface Transaction {
  readonly windowId: number
  readonly action: number
  readonly accepted: boolean
}

/**
 * Confirms clicks in windows in place of a server that never does. Up to 1.16 mineflayer waits for the confirmation before it
 * moves items in its own slots. The vanilla client moves them at once, and the server's packets for slots correct it.
 * After the first unanswered click, a click is confirmed when the server sends slots, before they count, or after some ticks, and it ends
 * when no more of them arrive. Without these waits, slots from before the next click would undo it. A confirmation of the server ends
 * this.
 */
export function confirmClicks(bot: Bot, clock: GameClock): void {
  if (!bot.supportFeature('transactionPacketExists')) return
  const client = bot._client
  const over = new AbortController()
  bot.once('end', () => over.abort())
  /** Undefined until the first click is answered or counts as unanswered. */
  let confirms: boolean | undefined
  /** The last click that has an answer. */
  let answered = 0
  let isOwn = false
  /** Confirms the click that waits for slots. */
  let onSlots = () => {}
  /** When the server last sent slots (ticks). */
  let slotsAt = Number.NEGATIVE_INFINITY

  client.on('transaction', ({ action }: Transaction) => {
    // Servers also use negative numbers, to measure the latency.
    if (action <= 0) return
    answered = Math.max(answered, action)
    if (!isOwn) confirms = true
  })

  const confirm = (windowId: number, action: number) => {
    if (action <= answered) return
    isOwn = true
    client.emit('transaction', { windowId, action, accepted: true } satisfies Transaction)
    isOwn = false
  }

  const waitForServer = async (windowId: number, action: number) => {
    await clock.wait(ANSWER_TICKS, over.signal)
    if (confirms) return
    confirms = false
    confirm(windowId, action)
  }

  const waitForSlots = async (windowId: number, action: number) => {
    onSlots = () => confirm(windowId, action)
    await clock.wait(SLOTS_TICKS, over.signal)
    confirm(windowId, action)
  }
  for (const name of SLOT_PACKETS)
    client.prependListener(name, () => {
      slotsAt = clock.tick
      onSlots()
      onSlots = () => {}
    })

  const clickWindow = bot.clickWindow
  bot.clickWindow = async (...click) => {
    const sentAt = clock.tick
    await clickWindow(...click)
    if (confirms !== false || slotsAt < sentAt) return
    const until = clock.tick + SLOTS_TICKS
    do await clock.wait(1, over.signal)
    while (clock.tick - slotsAt < QUIET_TICKS && clock.tick < until)
  }

  const write = client.write.bind(client)
  client.write = (name: string, packet: Pick<Transaction, 'windowId' | 'action'>) => {
    write(name, packet)
    if (name !== 'window_click' || confirms) return
    const { windowId, action } = packet
    // Action numbers start again at 1 after the highest.
    if (action < answered) answered = 0
    const wait = confirms === false ? waitForSlots : waitForServer
    wait(windowId, action).catch(() => {})
  }
}
