import type { Registry } from '#knowledge/registry'
import type { DamageCause, DamageSource } from '../vitals.ts'
import type { Packet } from './entity.ts'

const HURT_STATUS = 2

/** The game's types of damage, by cause. */
const TYPES: Readonly<Record<DamageCause, string>> = {
  fall: 'fall',
  'high-fall': 'fall',
  drown: 'drown',
  lava: 'lava',
  fire: 'in_fire',
  burning: 'on_fire',
  cactus: 'cactus',
  suffocate: 'in_wall',
  cramming: 'cramming',
  starve: 'starve',
  void: 'out_of_world',
  kill: 'generic_kill',
  mob: 'mob_attack',
  arrow: 'arrow',
  fireball: 'fireball',
  explosion: 'explosion',
  bed: 'bad_respawn_point',
  lightning: 'lightning_bolt',
  magic: 'magic',
}
const BY_PLAYER = 'player_attack'

/** An entry of a registry in the codec of 1.19.4 to 1.20.4. */
interface OldEntry {
  readonly name: { readonly value: string }
  readonly id: { readonly value: number }
}

/** The types of damage in minecraft-data's login packets. */
interface LoginDamage {
  readonly dimensionCodec?: {
    readonly value?: {
      readonly 'minecraft:damage_type'?: {
        readonly value: { readonly value: { readonly value: { readonly value: OldEntry[] } } }
      }
    }
    readonly 'minecraft:damage_type'?: { readonly entries: readonly { readonly key: string }[] }
  }
}

/** Writes what clients learn of damage: until 1.19.3 that there was some, later its type and who dealt it. */
export class DamagePackets {
  /** Number of each type of damage, from 1.19.4 on. */
  readonly #numbers: ReadonlyMap<string, number> | undefined

  constructor({ data }: Registry) {
    if (!data.isNewerOrEqualTo('1.19.4')) return
    const codec = (data.loginPacket as LoginDamage | undefined)?.dimensionCodec
    const old = codec?.value?.['minecraft:damage_type']?.value.value.value.value ?? []
    const entries = codec?.['minecraft:damage_type']?.entries ?? []
    this.#numbers = new Map([
      ...old.map(({ name, id }) => [name.value, id.value] as const),
      ...entries.map(({ key }, number) => [key, number] as const),
    ])
  }

  write(entityId: number, { cause, by }: DamageSource): Packet {
    if (!this.#numbers)
      return { name: 'entity_status', fields: { entityId, entityStatus: HURT_STATUS } }
    const type = cause === 'mob' && by && 'name' in by ? BY_PLAYER : TYPES[cause]
    // Ids count from 1 here, and 0 stands for no entity.
    const dealer = by ? by.id + 1 : 0
    return {
      name: 'damage_event',
      fields: {
        ...{ entityId, sourceTypeId: this.#numbers.get(`minecraft:${type}`) ?? 0 },
        ...{ sourceCauseId: dealer, sourceDirectId: dealer },
      },
    }
  }
}
