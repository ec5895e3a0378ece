import type { Vec3 } from 'vec3'
import type { Game } from '../game.ts'
import type { Player } from '../player.ts'

export type DamageCause =
  | 'fall'
  | 'drown'
  | 'lava'
  | 'fire'
  | 'cactus'
  | 'suffocate'
  | 'starve'
  | 'void'
  | 'mob'
  | 'arrow'
  | 'explosion'

/** A player's health and hunger, on the scales of the game (0-20 each). */
export interface Vitals {
  readonly health: number
  readonly food: number
  readonly saturation: number
  readonly dead: boolean
  /** Takes armour and immunity after a hit into account; `from` gives the direction of the knock-back. */
  hurt(points: number, cause: DamageCause, from?: Vec3): void
  heal(points: number): void
  /** Adds exhaustion: 0.005 for a dug block, 0.1 for a hit, ... */
  exhaust(points: number): void
  eat(foodPoints: number, saturation: number): void
}

export function createVitals(_game: Game, _player: Player): Vitals {
  throw new Error('not written yet')
}
