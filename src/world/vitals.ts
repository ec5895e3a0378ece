import type { Vec3 } from 'vec3'

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
  | 'magic'

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
  /** Health and food as at the start of a life. */
  restore(): void
  /** One tick of hunger and healing; tells the client what changed. */
  step(): void
  /** Sends health and food when they are not what the client was told last. */
  send(): void
}
