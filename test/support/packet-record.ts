import type { Player } from '#world/player'
import type { Game } from '#world/practice-world'

/** What both buttons of a client's mouse did, as the packets tell that come to a server. */
export const PRESSES = ['dig-start', 'dig-end', 'use', 'blow', 'click'] as const
export type Press = (typeof PRESSES)[number]

/** The ticks in which each arrived, in order. */
export type PressRecord = Readonly<Record<Press, readonly number[]>>

const DIGS: Readonly<Record<number, Press>> = { 0: 'dig-start', 2: 'dig-end' }
const BLOW = 1
const DRAG = 5

/** Notes from now on what a player presses. */
export function recordPresses({ time }: Game, player: Player): PressRecord {
  const record: Record<Press, number[]> = {
    'dig-start': [],
    'dig-end': [],
    use: [],
    blow: [],
    click: [],
  }
  const note = (press: Press | undefined) => {
    if (press) record[press].push(time.tick)
  }
  player.receive<{ status: number }>('block_dig', ({ status }) => note(DIGS[status]))
  player.receive('block_place', () => note('use'))
  player.receive('use_item', () => note('use'))
  player.receive<{ mouse: number }>('use_entity', ({ mouse }) =>
    note(mouse === BLOW ? 'blow' : 'use'),
  )
  player.receive<{ mode: number }>('window_click', ({ mode }) =>
    note(mode === DRAG ? undefined : 'click'),
  )
  return record
}

/** Ticks between each of some presses and the one before. */
export function gaps(ticks: readonly number[]): number[] {
  return ticks.slice(1).map((tick, i) => tick - (ticks[i] ?? 0))
}

/** Ticks between each end of a dig and the next start. */
export function digPauses(record: PressRecord): number[] {
  return record['dig-end'].flatMap((end) => {
    const next = record['dig-start'].find((start) => start >= end)
    return next === undefined ? [] : [next - end]
  })
}
