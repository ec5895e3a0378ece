import type { Vec3 } from 'vec3'

export type DamageCause =
  | 'fall'
  | 'high-fall'
  | 'drown'
  | 'lava'
  | 'fire'
  | 'burning'
  | 'cactus'
  | 'suffocate'
  | 'cramming'
  | 'starve'
  | 'void'
  | 'kill'
  | 'mob'
  | 'arrow'
  | 'fireball'
  | 'explosion'
  | 'bed'
  | 'lightning'
  | 'magic'

/** Who deals damage: a player with its name, or a mob with the name of its kind in the version. */
export type Attacker = { readonly name: string } | { readonly type: string }
/** The entity of an attacker. */
export type AttackingEntity = Attacker & { readonly id: number }

/** Where damage comes from. */
export interface DamageSource {
  readonly cause: DamageCause
  readonly by?: AttackingEntity | undefined
}

/** A player's health and hunger, in the game's units (0-20 each). */
export interface Vitals {
  readonly health: number
  readonly food: number
  readonly saturation: number
  readonly dead: boolean
  /**
   * Damages the player, after armour and damage immunity.
   * @param from origin of the knockback.
   * @param by whom the message about a death names.
   */
  hurt(points: number, cause: DamageCause, from?: Vec3, by?: AttackingEntity): void
  heal(points: number): void
  /** Adds exhaustion, such as 0.005 for breaking a block or 0.1 for an attack. */
  exhaust(points: number): void
  eat(foodPoints: number, saturation: number): void
  /** Resets health and food for a new life. */
  restore(): void
  /** Runs one tick of hunger and healing; sends changes to the client. */
  step(): void
  /** Sends health and food if they changed since the last packet. */
  send(): void
}
