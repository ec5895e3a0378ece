import type { Player } from '../player.ts'
import type { FaultWorld } from './fault.ts'

/** Time in which a client has to load the pack (ticks). */
const MAX_TICKS = 200
const LOADED = 0
const DECLINED = 1
const FAILED = 2
/** A pack that clients are not meant to download. */
const PACK = {
  uuid: '9a1ee0b9-6f0f-4d3c-8a39-0f1d8c2f2f10',
  url: 'http://127.0.0.1:1/pack.zip',
  hash: '0'.repeat(40),
  forced: true,
}
const REASON = 'You must accept the resource pack'

/** The server kicks players who do not load its resource pack. */
export function resourcePack({ level, players, time }: FaultWorld): void {
  const { types } = (
    level.registry.data.protocol as unknown as {
      play: { toClient: { types: Record<string, unknown> } }
    }
  ).play.toClient
  const packet =
    types.packet_resource_pack_send === undefined ? 'add_resource_pack' : 'resource_pack_send'
  const due = new Map<Player, number>()
  players.on('join', (player) => {
    due.set(player, time.tick + MAX_TICKS)
    player.receive('resource_pack_receive', ({ result }: { result?: unknown }) => {
      if (result === LOADED) due.delete(player)
      if (result === DECLINED || result === FAILED) player.kick(REASON)
    })
    player.send(packet, PACK)
  })
  players.on('leave', (player) => due.delete(player))
  time.everyTick(() => {
    for (const [player, tick] of due) if (time.tick >= tick) player.kick(REASON)
  })
}
