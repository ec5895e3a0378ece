import type { Registry } from '#knowledge/registry'
import type { Packet, TrackedEntity } from './entity.ts'
import { fixedVelocity, wireVelocity } from './wire-velocity.ts'

/** Units in a block for positions on the wire. */
const POSITION_SCALE = 4096
const INT16_MAX = 32_767

/** A moving entity gets an absolute position at this interval, in case a client lost a step (ticks). */
const ABSOLUTE_EVERY_TICKS = 400

/** Clients simulate gravity themselves, so the velocity of a falling entity is sent at this interval (ticks). */
const VELOCITY_EVERY_TICKS = 10

/** Up to 1.15 lightning has a spawn packet of its own, with this type. */
const LIGHTNING = 'lightning_bolt'
const OLD_LIGHTNING = 1
/** The fishing bobber's name, and its object id up to 1.13. */
const BOBBER = 'fishing_bobber'
const OLD_BOBBER = 90

interface Sent {
  x: number
  y: number
  z: number
  velocity: string
  look: string
  absoluteAtTick: number
  velocityAtTick: number
}

const PLAYER = 'player'

/** Writes entity updates as packets of one version. */
export class EntityPackets {
  readonly #registry: Registry
  /** 1.19 and later use one spawn packet for every entity. */
  readonly #oneSpawnPacket: boolean
  readonly #hasSync: boolean
  /** Up to 1.20.1 players have a spawn packet of their own. */
  readonly #hasPlayerSpawn: boolean
  readonly #hasWeatherSpawn: boolean
  /** The last state sent for each entity. */
  readonly #sent = new Map<number, Sent>()

  constructor(registry: Registry) {
    this.#registry = registry
    this.#oneSpawnPacket = registry.data.supportFeature('consolidatedEntitySpawnPacket')
    this.#hasWeatherSpawn = !registry.data.isNewerOrEqualTo('1.16')
    this.#hasPlayerSpawn = !registry.data.supportFeature('unifiedPlayerAndEntitySpawnPacket')
    this.#hasSync = registry.data.isNewerOrEqualTo('1.21.2')
  }

  startTracking(entity: TrackedEntity): void {
    this.#sent.set(entity.id, {
      ...fixedPoint(entity),
      velocity: velocityKey(entity),
      look: lookKey(entity),
      absoluteAtTick: 0,
      velocityAtTick: Number.NEGATIVE_INFINITY,
    })
  }

  stopTracking(entity: TrackedEntity): void {
    this.#sent.delete(entity.id)
  }

  /** Width and height of a living entity (blocks); undefined for others, such as item entities. */
  livingSize(type: string): { width: number; height: number } | undefined {
    const data = this.#registry.data.entitiesByName[type]
    if (!data || !/mobs|NPC/.test(data.category ?? '')) return undefined
    return { width: data.width ?? 0.6, height: data.height ?? 1.8 }
  }

  spawn(entity: TrackedEntity): Packet[] {
    const sent = this.#sent.get(entity.id) ?? fixedPoint(entity)
    const living = this.livingSize(entity.type) !== undefined
    const spawn = {
      name: this.#spawnPacket(entity.type, living),
      fields: {
        entityId: entity.id,
        playerUUID: entity.uuid,
        entityUUID: entity.uuid,
        objectUUID: entity.uuid,
        type: this.#typeNumber(entity.type),
        x: sent.x / POSITION_SCALE,
        y: sent.y / POSITION_SCALE,
        z: sent.z / POSITION_SCALE,
        yaw: angle(entity.yaw),
        pitch: angle(entity.pitch),
        headPitch: angle(this.#oneSpawnPacket ? entity.yaw : entity.pitch),
        objectData: entity.objectData ?? 1,
        velocity: wireVelocity(this.#registry, entity.velocity),
        metadata: entity.metadata,
      },
    }
    const packets: Packet[] = [spawn]
    if (entity.metadata.length > 0) packets.push(this.metadata(entity))
    if (entity.type === PLAYER) packets.push(headRotation(entity))
    return [...packets, ...(entity.details?.() ?? [])]
  }

  #spawnPacket(type: string, living: boolean): string {
    if (type === PLAYER && this.#hasPlayerSpawn) return 'named_entity_spawn'
    if (type === LIGHTNING && this.#hasWeatherSpawn) return 'spawn_entity_weather'
    return living && !this.#oneSpawnPacket ? 'spawn_entity_living' : 'spawn_entity'
  }

  #typeNumber(type: string): number {
    const { data } = this.#registry
    // Before 1.14 objects have ids of their own, and minecraft-data names the bobber differently.
    if (type === LIGHTNING && this.#hasWeatherSpawn) return OLD_LIGHTNING
    if (type === BOBBER && !data.supportFeature('fishingBobberCorrectlyNamed')) return OLD_BOBBER
    return data.entitiesByName[type]?.id ?? 0
  }

  metadata(entity: TrackedEntity): Packet {
    return {
      name: 'entity_metadata',
      fields: { entityId: entity.id, metadata: entity.metadata },
    }
  }

  /** Packets for the changes since the last call: at most one each for movement, velocity and head rotation. */
  movement(entity: TrackedEntity, tick: number): Packet[] {
    const sent = this.#sent.get(entity.id)
    if (!sent) return []
    const now = fixedPoint(entity)
    const dX = now.x - sent.x
    const dY = now.y - sent.y
    const dZ = now.z - sent.z
    const look = lookKey(entity)
    const velocity = velocityKey(entity)
    const stepped = dX !== 0 || dY !== 0 || dZ !== 0
    const turned = look !== sent.look
    const packets: Packet[] = []
    const delta = { entityId: entity.id, dX, dY, dZ, onGround: entity.onGround }
    const turn = {
      entityId: entity.id,
      yaw: angle(entity.yaw),
      pitch: angle(entity.pitch),
      onGround: entity.onGround,
    }
    const far = Math.max(Math.abs(dX), Math.abs(dY), Math.abs(dZ)) > INT16_MAX
    if (stepped && (far || tick - sent.absoluteAtTick > ABSOLUTE_EVERY_TICKS)) {
      packets.push(this.#absolute(entity))
      sent.absoluteAtTick = tick
    } else if (stepped && turned) {
      packets.push({ name: 'entity_move_look', fields: { ...delta, ...turn } })
    } else if (stepped) {
      packets.push({ name: 'rel_entity_move', fields: delta })
    } else if (turned) {
      packets.push({ name: 'entity_look', fields: turn })
    }
    if (turned && (entity.type === PLAYER || this.livingSize(entity.type)))
      packets.push(headRotation(entity))
    const stopped = velocity === '0,0,0'
    const velocityDue = stopped || tick - sent.velocityAtTick >= VELOCITY_EVERY_TICKS
    if (velocity !== sent.velocity && velocityDue) {
      sent.velocity = velocity
      sent.velocityAtTick = tick
      packets.push({
        name: 'entity_velocity',
        fields: {
          entityId: entity.id,
          velocity: wireVelocity(this.#registry, entity.velocity),
        },
      })
    }
    Object.assign(sent, now, { look })
    return packets
  }

  #absolute(entity: TrackedEntity): Packet {
    const { x, y, z } = entity.position
    const place = { entityId: entity.id, x, y, z, onGround: entity.onGround }
    if (!this.#hasSync) {
      const turn = { yaw: angle(entity.yaw), pitch: angle(entity.pitch) }
      return { name: 'entity_teleport', fields: { ...place, ...turn } }
    }
    const { x: dx, y: dy, z: dz } = entity.velocity
    const turn = { yaw: entity.yaw, pitch: entity.pitch }
    return { name: 'sync_entity_position', fields: { ...place, dx, dy, dz, ...turn } }
  }
}

function headRotation({ id, yaw }: TrackedEntity): Packet {
  return { name: 'entity_head_rotation', fields: { entityId: id, headYaw: angle(yaw) } }
}

function fixedPoint({ position }: TrackedEntity): { x: number; y: number; z: number } {
  return {
    x: Math.round(position.x * POSITION_SCALE),
    y: Math.round(position.y * POSITION_SCALE),
    z: Math.round(position.z * POSITION_SCALE),
  }
}

function velocityKey({ velocity }: TrackedEntity): string {
  const { x, y, z } = fixedVelocity(velocity)
  return `${x},${y},${z}`
}

function lookKey(entity: TrackedEntity): string {
  return `${angle(entity.yaw)},${angle(entity.pitch)}`
}

/** Degrees as the protocol's signed byte, 256 to a turn. */
function angle(degrees: number): number {
  return (Math.round((degrees * 256) / 360) << 24) >> 24
}
