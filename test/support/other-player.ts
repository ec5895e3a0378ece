import type { Vec3 } from 'vec3'
import { registryFor } from '#knowledge/registry'
import type { Player } from '#world/player'

/** Entity ids that the practice world does not use. */
const FIRST_ID = 1_000_000
let lastId = FIRST_ID

/**
 * Shows a player to a client over the protocol, one that is only an image: it picks nothing up and cannot be hurt.
 * @returns a function that moves the other player; undefined removes it.
 */
export function showOtherPlayer(
  viewer: Player,
  version: string,
  name: string,
  at: Vec3,
): (to: Vec3 | undefined) => void {
  const { data } = registryFor(version)
  const entityId = ++lastId
  const uuid = `00000000-0000-4000-8000-${String(entityId).padStart(12, '0')}`
  const isNew = data.supportFeature('playerInfoActionIsBitfield')
  viewer.send('player_info', {
    action: isNew ? { add_player: true } : 'add_player',
    data: [{ uuid, name, player: { name, properties: [] }, properties: [], gamemode: 0, ping: 0 }],
  })
  const pose = { yaw: 0, pitch: 0, headPitch: 0 }
  const spawn = (place: Vec3) => ({ entityId, x: place.x, y: place.y, z: place.z, ...pose })
  if (data.supportFeature('unifiedPlayerAndEntitySpawnPacket'))
    viewer.send('spawn_entity', {
      ...spawn(at),
      objectUUID: uuid,
      type: data.entitiesByName.player?.id ?? 0,
      objectData: 0,
      velocity: { x: 0, y: 0, z: 0 },
    })
  else viewer.send('named_entity_spawn', { ...spawn(at), playerUUID: uuid, metadata: [] })
  return (to) => {
    if (!to) viewer.send('entity_destroy', { entityIds: [entityId] })
    else if (data.isNewerOrEqualTo('1.21.2'))
      viewer.send('sync_entity_position', {
        ...{ entityId, x: to.x, y: to.y, z: to.z, dx: 0, dy: 0, dz: 0 },
        ...{ yaw: 0, pitch: 0, onGround: true },
      })
    else viewer.send('entity_teleport', { ...spawn(to), onGround: true })
  }
}
