import type { Game } from '../game.ts'
import type { Player } from '../player.ts'
import type { Terrain } from '../terrain/terrain.ts'
import { Ailments } from './ailments.ts'
import { Beds } from './beds.ts'
import { installBreath } from './breath.ts'
import { installEating } from './eating.ts'
import { installExertion } from './exertion.ts'
import { installFalls } from './falls.ts'
import { installHazards } from './hazards.ts'
import { Movement } from './movement.ts'
import { dropBelongings, installRespawn } from './respawn.ts'
import { installShields } from './shield.ts'
import { createVitals, type PlayerVitals } from './vitals.ts'

/** What other rules need of survival. */
export interface Survival {
  readonly movement: Movement
  readonly beds: Beds
  /** Full health and food, as at the start of a life. */
  restore(player: Player): void
}

/** Gives players a body: health, hunger, breath, and a way back from death. */
export function installSurvival(game: Game, terrain: Terrain): void {
  const vitals = new Map<Player, PlayerVitals>()
  game.players.on('join', (player) => {
    const made = createVitals(game, player, () => dropBelongings(game, player))
    player.vitals = made
    vitals.set(player, made)
  })
  game.players.on('leave', (player) => vitals.delete(player))
  const movement = new Movement(game)
  const beds = new Beds(game, movement)
  installFalls(game, movement)
  installExertion(movement)
  installShields(game)
  installHazards(game)
  installBreath(game)
  installEating(game, new Ailments(game))
  installRespawn(game, terrain, movement, beds, vitals)
  game.time.everyTick(() => {
    for (const state of vitals.values()) state.step()
  })
  game.survival = {
    movement,
    beds,
    restore: (player) => vitals.get(player)?.restore(),
  }
}
