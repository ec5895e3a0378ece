import type { Registry } from '#knowledge/registry'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldTime } from '../world-time.ts'
import { GAME_MODES } from './game-mode.ts'

/** How often a player gets everybody's latency (ticks). */
const LATENCY_TICKS = 100

type Change = 'add' | 'gameMode' | 'latency'

/** Keeps every client's list of players, itself included. */
export class PlayerList {
  readonly #players: Players
  /** Since 1.19.3 one packet carries several changes, and leaving has a packet of its own. */
  readonly #bitfield: boolean

  constructor({ data }: Registry, players: Players, time: WorldTime) {
    this.#players = players
    this.#bitfield = data.supportFeature('playerInfoActionIsBitfield')
    const joinedAt = new WeakMap<Player, number>()
    players.on('join', (player) => joinedAt.set(player, time.tick))
    players.on('leave', (player) => this.#remove(player))
    time.everyTick(() => {
      for (const player of players) {
        const age = time.tick - (joinedAt.get(player) ?? 0)
        if (age % LATENCY_TICKS === 0) this.#send(player, [...players], 'latency')
      }
    })
  }

  /** Shows a joining player to everybody, and everybody to it. */
  add(player: Player): void {
    for (const other of this.#players) this.#send(other, [player], 'add')
    this.#send(player, [...this.#players, player], 'add')
  }

  gameModeChanged(player: Player): void {
    for (const other of this.#players) this.#send(other, [player], 'gameMode')
  }

  #send(to: Player, listed: readonly Player[], change: Change): void {
    if (this.#bitfield) {
      const all = change === 'add'
      to.send('player_info', {
        action: {
          add_player: all,
          update_listed: all,
          update_game_mode: all || change === 'gameMode',
          update_latency: all || change === 'latency',
        },
        data: listed.map((player) => ({
          uuid: player.uuid,
          player: { name: player.name, properties: [] },
          gamemode: GAME_MODES.indexOf(player.gameMode),
          listed: 1,
          latency: player.latency,
        })),
      })
      return
    }
    const action = { add: 'add_player', gameMode: 'update_game_mode', latency: 'update_latency' }
    to.send('player_info', {
      action: action[change],
      data: listed.map((player) => ({
        uuid: player.uuid,
        name: player.name,
        properties: [],
        gamemode: GAME_MODES.indexOf(player.gameMode),
        ping: player.latency,
      })),
    })
  }

  #remove(player: Player): void {
    for (const other of this.#players) {
      if (this.#bitfield) other.send('player_remove', { players: [player.uuid] })
      else other.send('player_info', { action: 'remove_player', data: [{ uuid: player.uuid }] })
    }
  }
}
