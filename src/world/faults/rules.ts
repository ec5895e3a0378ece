import { DAY_TICKS } from '#knowledge/daylight'
import { DIFFICULTIES } from '#knowledge/difficulty'
import type { GameMode } from '../core/game-mode.ts'
import type { Player } from '../player.ts'
import { type FaultWorld, Recurring } from './fault.ts'

/** Time between two changes (ticks). */
const PAUSE = [2000, 6000] as const

/** Game modes that others set, and for how long (ticks). */
const OTHER_MODES: readonly GameMode[] = ['adventure', 'creative', 'spectator']
const OTHER_MODE_TICKS = 400

/** Players keep their items when they die. */
export function keepInventory({ hooks }: FaultWorld): void {
  hooks.keepsInventory = true
}

/** Others do not go to bed, so that the night does not pass faster for those who do. */
export function sleepVote({ hooks }: FaultWorld): void {
  hooks.skipsNights = false
}

/** A plugin cancels what players say in public. */
export function cancelChat({ players }: FaultWorld): void {
  players.on('join', ({ connection }) => {
    connection.filterIncoming((packet, fields) => {
      if (packet !== 'chat' && packet !== 'chat_message') return true
      // Before 1.19, commands are chat too.
      const { message } = fields as { message?: unknown }
      return typeof message === 'string' && message.startsWith('/')
    })
  })
}

/** Others take players out of survival mode for a while. */
export function changedGameMode({ players, time, editor, random }: FaultWorld): void {
  const due = new Recurring(random, ...PAUSE)
  const backAt = new Map<Player, number>()
  players.on('leave', (player) => backAt.delete(player))
  time.everyTick(() => {
    for (const [player, tick] of backAt) {
      if (time.tick < tick) continue
      backAt.delete(player)
      editor.setGameMode(player, 'survival')
    }
    if (!due.step()) return
    const mode = OTHER_MODES[Math.floor(random() * OTHER_MODES.length)] ?? 'adventure'
    for (const player of players) {
      backAt.set(player, time.tick + OTHER_MODE_TICKS)
      editor.setGameMode(player, mode)
    }
  })
}

/** Others set the time of day. */
export function changedTime({ time, editor, random }: FaultWorld): void {
  const due = new Recurring(random, ...PAUSE)
  time.everyTick(() => {
    if (due.step()) editor.setTime(Math.floor(random() * DAY_TICKS))
  })
}

/** Others set the difficulty. */
export function changedDifficulty({ time, editor, random }: FaultWorld): void {
  const due = new Recurring(random, ...PAUSE)
  time.everyTick(() => {
    const level = DIFFICULTIES[Math.floor(random() * DIFFICULTIES.length)]
    if (due.step() && level) editor.setDifficulty(level)
  })
}
