import { DAY_TICKS } from '#knowledge/daylight'
import { DIFFICULTIES } from '#knowledge/difficulty'
import { type FaultWorld, Recurring } from './fault.ts'

/** Time between two changes (ticks). */
const PAUSE = [2000, 6000] as const

/** Players keep their items when they die. */
export function keepInventory({ hooks }: FaultWorld): void {
  hooks.keepsInventory = true
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
