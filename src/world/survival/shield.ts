import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { HOTBAR_START, OFF_HAND } from '../windows/inventory.ts'
import { stacksOf } from '../windows/stacks.ts'
import type { WorldTime } from '../world-time.ts'

const RELEASE = 5
/** A shield blocks this time after it is raised (ticks), and loses durability from this damage on. */
const RAISE_TICKS = 5
const MIN_WEAR_DAMAGE = 3

interface Raised {
  slot: number
  ready: number
}

/** Lets players block attacks from the front with a shield in either hand. */
export class Shields {
  readonly #registry: Registry
  readonly #time: WorldTime
  readonly #raised = new WeakMap<Player, Raised>()

  constructor(registry: Registry, players: Players, time: WorldTime) {
    this.#registry = registry
    this.#time = time
    players.on('join', (player) => {
      player.receive('use_item', ({ hand }: { hand: number }) => {
        const slot = hand === 1 ? OFF_HAND : HOTBAR_START + player.inventory.held
        const item = player.inventory.slots[slot]
        if (!item || registry.itemName(item) !== 'shield') return
        this.#raised.set(player, { slot, ready: time.tick + RAISE_TICKS })
      })
      player.receive('block_dig', ({ status }: { status: number }) => {
        if (status === RELEASE) this.#raised.delete(player)
      })
      player.receive('held_item_slot', () => this.#raised.delete(player))
    })
  }

  /** Whether the player's raised shield blocks an attack from a position; blocking costs durability. */
  block(player: Player, from: Vec3, points: number): boolean {
    const shield = this.#raised.get(player)
    if (!shield || this.#time.tick < shield.ready) return false
    const item = player.inventory.slots[shield.slot]
    if (!item || this.#registry.itemName(item) !== 'shield') return false
    const { x, z } = player.gaze
    const ahead = x * (from.x - player.position.x) + z * (from.z - player.position.z)
    if (ahead <= 0) return false
    if (points >= MIN_WEAR_DAMAGE) {
      const worn = stacksOf(this.#registry).worn(item, 1 + Math.floor(points))
      player.inventory.set(shield.slot, worn)
    }
    return true
  }
}
