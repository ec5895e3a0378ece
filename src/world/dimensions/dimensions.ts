import type { Vec3 } from 'vec3'
import { sendDifficulty, sendRespawn } from '../core/login-packets.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { Dimension } from './dimension.ts'
import type { DimensionName } from './dimension-kinds.ts'

/** The dimensions of a world, and in which one each player is. The Nether begins with its first visitor. */
export class Dimensions {
  readonly overworld: Dimension
  readonly #everybody: Players
  readonly #difficulty: WorldDifficulty
  readonly #createNether: () => Dimension
  #nether: Dimension | undefined
  readonly #where = new WeakMap<Player, Dimension>()
  /** What ends the packet handlers of each player's dimension. */
  readonly #ends = new WeakMap<Player, () => void>()

  constructor(needs: {
    overworld: Dimension
    everybody: Players
    difficulty: WorldDifficulty
    createNether: () => Dimension
  }) {
    this.overworld = needs.overworld
    this.#everybody = needs.everybody
    this.#difficulty = needs.difficulty
    this.#createNether = needs.createNether
  }

  get(name: DimensionName): Dimension {
    if (name === 'overworld') return this.overworld
    this.#nether ??= this.#createNether()
    return this.#nether
  }

  /** The dimension in which a player is, or was last. */
  of(player: Player): Dimension {
    return this.#where.get(player) ?? this.overworld
  }

  /** Adds a player who joins the world in a dimension. */
  join(player: Player, dimension: Dimension): void {
    this.#enter(player, dimension)
    this.#everybody.add(player)
  }

  /** Removes a player who leaves the world; does nothing for others. */
  leave(player: Player): void {
    this.#exit(player)
    this.#everybody.remove(player)
  }

  /**
   * Moves a player to another dimension.
   * @param place where its feet are there.
   * @param isSamePlayer whether it is alive, rather than at the start of a new life.
   */
  move(player: Player, name: DimensionName, place: Vec3, isSamePlayer = true): void {
    const to = this.get(name)
    const { registry } = to.level
    this.of(player).tracker.hideAll(player)
    this.#exit(player)
    sendRespawn(registry, player, this.#difficulty.level, { dimension: name, isSamePlayer })
    sendDifficulty(registry, player, this.#difficulty.level)
    player.columns.enter(to.level)
    player.position = place.clone()
    player.columns.sendNearest(place)
    this.#enter(player, to)
    to.movement.teleport(player, place)
    player.columns.follow(place)
    player.send('held_item_slot', { slot: player.inventory.held })
    const { health, food, saturation } = player.vitals
    player.send('update_health', { health, food, foodSaturation: saturation })
  }

  #enter(player: Player, dimension: Dimension): void {
    this.#where.set(player, dimension)
    const end = player.connection.collect(() => dimension.players.add(player))
    this.#ends.set(player, end)
  }

  #exit(player: Player): void {
    this.of(player).players.remove(player)
    this.#ends.get(player)?.()
    this.#ends.delete(player)
  }
}
