import type { Game } from '../game.ts'
import type { Player } from '../player.ts'

/** Tells a player the time of day. */
export function sendTime(game: Game, player: Player): void {
  player.send('update_time', {
    age: long(game.tick),
    time: long(game.timeOfDay),
    tickDayTime: true,
  })
}

/** A 64-bit number as the protocol library takes it: high and low half. */
function long(value: number): [number, number] {
  return [Math.floor(value / 2 ** 32), value % 2 ** 32]
}
