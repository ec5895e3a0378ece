import type { Vec3 } from 'vec3'
import type { ItemCounts } from '#goal/goal'
import type { Observation } from '#goal/observation'
import { perVersion } from '#knowledge/per-version'
import type { Registry } from '#knowledge/registry'
import type { Workplace } from '#life/resident'
import type { KnownEntity } from '#perception/world-memory'
import { knownPlayers } from '#skills/pursuit/approach-player'
import { threats } from '#skills/pursuit/threats'
import { counted } from '#wire/wording'

/** Limits on the length of lists. */
const MAX_BLOCKS = 24
const MAX_ENTITIES = 16
/** Limit on the count of one kind of block. */
const MAX_COUNT = 99
/** Range in which monsters are listed (blocks). */
const THREAT_RANGE = 24
/** The map shows this many blocks in each direction, and looks for the surface this far up and down. */
const MAP_RADIUS = 24
const MAP_HEIGHT = 16

/** Blocks that a player may look for; ground and plants are left out. */
const NOTABLE =
  /_log$|_ore$|^ancient_debris$|^water$|^lava$|chest$|^barrel$|^crafting_table$|furnace$|_bed$|_door$|^(sugar_cane|pumpkin|melon|wheat|carrots|potatoes|beetroots|cactus|obsidian|nether_portal|spawner|anvil|enchanting_table|bookshelf|gravel|sand|clay|snow_block|ice)$/

const notableKinds = perVersion((registry: Registry) =>
  [...registry.blockKinds].filter((name) => NOTABLE.test(name)),
)

/** One line: `oak_log x12, 5 blocks north-east, 2 up (104 66 -20)`. */
function placed(label: string, place: Vec3, from: Vec3): string {
  const { x, y, z } = place.floored()
  return `${label} ${away(place, from)} (${x} ${y} ${z})`
}

/** `7 blocks north, 3 down`. */
function away(place: Vec3, from: Vec3): string {
  const delta = place.minus(from)
  const far = Math.round(Math.hypot(delta.x, delta.z))
  const up = Math.round(delta.y)
  const height = up === 0 ? '' : `, ${Math.abs(up)} ${up > 0 ? 'up' : 'down'}`
  return far === 0 ? `here${height}` : `${counted(far, 'block')} ${direction(delta)}${height}`
}

/** Compass direction. North is towards negative z. */
function direction({ x, z }: Vec3): string {
  const names = [
    'north',
    'north-east',
    'east',
    'south-east',
    'south',
    'south-west',
    'west',
    'north-west',
  ]
  const eighth = Math.round((Math.atan2(x, -z) / (2 * Math.PI)) * 8)
  return names[(eighth + 8) % 8] ?? 'north'
}

/**
 * What the agent knows within a range (blocks): notable blocks by kind, mobs, players and item entities. It contains
 * nothing that the agent has not seen.
 */
export function lookText({ world }: Workplace, observation: Observation, range: number): string {
  const { body, memory, registry } = world
  const from = body.position
  const blocks = notableKinds(registry)
    .map((kind) => ({
      kind,
      found: memory.blocks([kind], from, { maxDistance: range, limit: MAX_COUNT }),
    }))
    .flatMap(({ kind, found }) =>
      found[0] ? [{ kind, count: found.length, nearest: found[0].position }] : [],
    )
    .sort((a, b) => a.nearest.distanceTo(from) - b.nearest.distanceTo(from))
  const entities = entityKinds(
    memory.entities(Object.keys(registry.data.entitiesByName), from, range),
  )
  const lines = [
    whereText({ world } as Workplace, observation),
    ...blocks
      .slice(0, MAX_BLOCKS)
      .map(({ kind, count, nearest }) =>
        placed(`${kind} x${count === MAX_COUNT ? `${MAX_COUNT}+` : count}:`, nearest, from),
      ),
    ...(blocks.length > MAX_BLOCKS ? [`(${blocks.length - MAX_BLOCKS} more kinds of blocks)`] : []),
    ...entities
      .slice(0, MAX_ENTITIES)
      .map(({ label, count, nearest }) =>
        placed(`${label}${count > 1 ? ` x${count}` : ''}:`, nearest, from),
      ),
    ...(entities.length > MAX_ENTITIES
      ? [`(${entities.length - MAX_ENTITIES} more kinds of entities)`]
      : []),
  ]
  if (lines.length === 1) lines.push(`nothing notable known within ${range} blocks`)
  return lines.join('\n')
}

/** Entities by kind, in the order of the nearest of each kind. Each player is a kind of its own. */
function entityKinds(
  entities: readonly KnownEntity[],
): { label: string; count: number; nearest: Vec3 }[] {
  const byLabel = Map.groupBy(
    entities,
    ({ kind, username, item, visible }) =>
      `${username ? `player ${username}` : (item ?? kind)}${visible ? '' : ' (seen before)'}`,
  )
  return [...byLabel].flatMap(([label, [nearest, ...others]]) =>
    nearest ? [{ label, count: 1 + others.length, nearest: nearest.position }] : [],
  )
}

/** Position, biome, light and time of day. */
function whereText({ world }: Pick<Workplace, 'world'>, { situation }: Observation): string {
  const { body } = world
  const { x, y, z } = body.feet
  const depth =
    situation && situation.depth > 0 ? `, ${Math.round(situation.depth)} blocks below ground` : ''
  const light =
    situation?.light === null || situation?.light === undefined ? '' : `, light ${situation.light}`
  return `at ${x} ${y} ${z} in ${body.game.dimension}, ${situation?.biome ?? 'unknown biome'}${depth}${light}, ${clockTime(body.game.timeOfDay)} in the game's day`
}

/** A time of day as on a clock: sunrise (tick 0) is at 06:00. */
function clockTime(ticks: number): string {
  const minutes = Math.floor((ticks * 60) / 1000)
  const [hour, minute] = [(Math.floor(minutes / 60) + 6) % 24, minutes % 60]
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Health, food, place, hands and dangers. */
export function statusText(workplace: Workplace, observation: Observation): string {
  const { body } = workplace.world
  const { health, food } = body.vitals
  const monsters = threats(workplace.world, THREAT_RANGE)
  const players = knownPlayers(workplace.world, body.position)
  const list = (names: readonly string[]) =>
    names.length > 0 ? names.slice(0, MAX_ENTITIES).join(', ') : 'none'
  return [
    whereText(workplace, observation),
    `health ${Math.round(health)}/20, food ${food}/20, holds ${observation.body?.held ?? 'nothing'}, wears ${list([...observation.worn])}`,
    `stations near: ${list([...observation.near])}`,
    `monsters near: ${list(monsters.map(({ known, distance }) => `${known.kind} (${Math.round(distance)} blocks)`))}`,
    `players: ${list(players.map(({ username, position }) => `${username} (${Math.round(position.distanceTo(body.position))} blocks)`))}`,
  ].join('\n')
}

/** `iron_ingot 3, stick 2`, or `nothing`. */
export function countsLine(counts: ItemCounts): string {
  const entries = Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .sort(([a], [b]) => a.localeCompare(b))
  return entries.map(([item, count]) => `${item} ${count}`).join(', ') || 'nothing'
}

/** Signs of the map, by kinds of blocks; the first that matches counts. */
const SIGNS: readonly {
  readonly sign: string
  readonly meaning: string
  readonly kinds: RegExp
}[] = [
  { sign: '~', meaning: 'water', kinds: /water|kelp|seagrass/ },
  { sign: '!', meaning: 'lava or fire', kinds: /lava|fire|magma/ },
  { sign: 'T', meaning: 'tree', kinds: /_log$|leaves$/ },
  {
    sign: '#',
    meaning: 'built',
    kinds: /planks|_door|_bed$|chest|furnace|crafting_table|glass|brick|_fence|torch|cobblestone/,
  },
  { sign: 's', meaning: 'sand or gravel', kinds: /sand|gravel/ },
  { sign: 'o', meaning: 'stone', kinds: /stone|andesite|diorite|granite|_ore$|terracotta/ },
  { sign: '*', meaning: 'snow or ice', kinds: /snow|ice/ },
  { sign: '.', meaning: 'ground', kinds: /./ },
]

/** A map of the surface that the agent knows, north up; unknown places are blank. */
export function mapText({ world }: Workplace): string {
  const { body, memory } = world
  const { feet } = body
  const rows: string[] = []
  for (let dz = -MAP_RADIUS; dz <= MAP_RADIUS; dz += 2) {
    let row = ''
    for (let dx = -MAP_RADIUS; dx <= MAP_RADIUS; dx++)
      row += dx === 0 && dz === 0 ? '@' : signAt(memory, feet.offset(dx, 0, dz))
    rows.push(row.trimEnd())
  }
  const legend = SIGNS.map(({ sign, meaning }) => `${sign} ${meaning}`).join(', ')
  return [
    `@ is the agent at ${feet.x} ${feet.y} ${feet.z}; north is up; a column is 1 block, a row 2; ${legend}`,
    ...rows,
  ].join('\n')
}

function signAt(memory: Workplace['world']['memory'], place: Vec3): string {
  for (let up = MAP_HEIGHT; up >= -MAP_HEIGHT; up--) {
    const kind = memory.kindAt(place.offset(0, up, 0))
    if (
      kind === undefined ||
      /^(cave_|void_)?air$/.test(kind) ||
      /grass$|fern$|flower|poppy/.test(kind)
    )
      continue
    return SIGNS.find(({ kinds }) => kinds.test(kind))?.sign ?? '.'
  }
  return ' '
}
