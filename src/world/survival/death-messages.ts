import type { Registry } from '#knowledge/registry'
import { type ChatComponent, encodedComponent } from '../core/chat-component.ts'
import type { Player } from '../player.ts'
import type { Attacker, DamageCause } from '../vitals.ts'

/** Why a player died. */
export interface Death {
  readonly cause: DamageCause
  /** Who dealt the last damage. */
  readonly by: Attacker | undefined
  /** Who damaged the player shortly before it died of something else. */
  readonly opponent: Attacker | undefined
}

/** The translation keys of the game, after `death.`. */
const KEYS: Record<DamageCause, string> = {
  fall: 'attack.fall',
  'high-fall': 'fell.accident.generic',
  drown: 'attack.drown',
  lava: 'attack.lava',
  fire: 'attack.inFire',
  burning: 'attack.onFire',
  cactus: 'attack.cactus',
  suffocate: 'attack.inWall',
  cramming: 'attack.cramming',
  starve: 'attack.starve',
  void: 'attack.outOfWorld',
  kill: 'attack.genericKill',
  mob: 'attack.generic',
  arrow: 'attack.generic',
  fireball: 'attack.generic',
  explosion: 'attack.explosion',
  bed: 'attack.badRespawnPoint.message',
  lightning: 'attack.lightningBolt',
  magic: 'attack.magic',
}
/** The keys for damage by an attacker, whom the message names. */
const ATTACKER_KEYS: Partial<Record<DamageCause, string>> = {
  mob: 'attack.mob',
  arrow: 'attack.arrow',
  fireball: 'attack.fireball',
  explosion: 'attack.explosion.player',
  magic: 'attack.indirectMagic',
}
/** The keys of versions that lack the current one. */
const OLDER_KEYS: Readonly<Record<string, readonly string[]>> = {
  'attack.genericKill': ['attack.outOfWorld'],
  'attack.badRespawnPoint.message': ['attack.netherBed.message', 'attack.explosion'],
}
/** Names of mobs in the translation keys up to 1.12, where they are not the name of the kind in camel case. */
const LEGACY_MOB_NAMES: Readonly<Record<string, string>> = {
  magma_cube: 'LavaSlime',
  zombie_pigman: 'PigZombie',
}

/** The game's message about a death, in the translation keys of a version. */
export function deathMessage(registry: Registry, victim: string, death: Death): ChatComponent {
  const { cause, by, opponent } = death
  const message = (key: string, ...others: readonly ChatComponent[]) => ({
    translate: `death.${key}`,
    with: [{ text: victim }, ...others],
  })
  const attackerKey = ATTACKER_KEYS[cause]
  if (by && attackerKey !== undefined) {
    const isPlayer = cause === 'mob' && 'name' in by
    return message(isPlayer ? 'attack.player' : attackerKey, attackerName(registry, by))
  }
  if (opponent && cause === 'high-fall')
    return message('fell.assist', attackerName(registry, opponent))
  const key = knownKey(registry, KEYS[cause])
  if (key.endsWith('.message')) return message(key, bedName(key))
  const isFight = opponent && isKnown(registry, `${key}.player`)
  return isFight ? message(`${key}.player`, attackerName(registry, opponent)) : message(key)
}

/** Sends the packet for the death screen, which contains the message. */
export function sendDeath(registry: Registry, player: Player, message: ChatComponent): void {
  const { types } = (
    registry.data.protocol as unknown as { play: { toClient: { types: Record<string, unknown> } } }
  ).play.toClient
  player.send(types.packet_death_combat_event ? 'death_combat_event' : 'combat_event', {
    event: 2,
    playerId: player.id,
    entityId: -1,
    message: encodedComponent(registry, message),
  })
}

function attackerName({ flattened }: Registry, by: Attacker): ChatComponent {
  if ('name' in by) return { text: by.name }
  const { type } = by
  if (flattened) return { translate: `entity.minecraft.${type}` }
  return { translate: `entity.${LEGACY_MOB_NAMES[type] ?? camelCase(type)}.name` }
}

/** What kills players who use a bed in the Nether, in brackets, as in the game. */
function bedName(key: string): ChatComponent {
  const translate = `death.${key.replace('.message', '.link')}`
  return { text: '[', extra: [{ translate }, { text: ']' }] }
}

function knownKey(registry: Registry, key: string): string {
  const keys = [key, ...(OLDER_KEYS[key] ?? [])]
  return keys.find((one) => isKnown(registry, one)) ?? key
}

function isKnown({ data }: Registry, key: string): boolean {
  return `death.${key}` in data.language
}

function camelCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
