import type { Vec3 } from 'vec3'
import { DIFFICULTIES, type Difficulty } from '#knowledge/difficulty'
import type { Registry } from '#knowledge/registry'
import { DIMENSIONS, type DimensionName } from '../dimensions/dimension-kinds.ts'
import type { Player } from '../player.ts'
import { dimensionField } from './dimension-field.ts'
import { GAME_MODES } from './game-mode.ts'
import { tagGroups } from './tags.ts'

/** Entity status that sets the operator level to 0. */
const OPERATOR_LEVEL_0 = 24
/** Clients compute biome borders from it; the practice world does not reveal its seed. */
const HASHED_SEED: readonly [number, number] = [0, 0]
const OVERWORLD = 'minecraft:overworld'
const MAX_LISTED_PLAYERS = 20
const NO_GAME_MODE = 255
const SEA_LEVEL = 63
const TICKS_PER_SECOND = 20
/** Bits of a respawn packet: the player keeps its attributes and its metadata. */
const KEEP_ALL = 3
const LEVEL_CHUNKS_LOAD_START = 'level_chunks_load_start'

interface LoginData {
  readonly worldState?: object
}

/** Sends a client what it needs to enter the world, before its position and columns. */
export function sendLogin(
  registry: Registry,
  player: Player,
  world: {
    dimension: DimensionName
    difficulty: Difficulty
    viewDistance: number
    spawn: Vec3
  },
): void {
  const { data } = registry
  player.send('login', {
    ...(data.loginPacket as LoginData | undefined),
    ...worldFields(registry, player, world.dimension),
    entityId: player.id,
    gameMode: GAME_MODES.indexOf(player.gameMode),
    previousGameMode: data.isNewerOrEqualTo('1.17') ? -1 : NO_GAME_MODE,
    isHardcore: false,
    worldNames: Object.keys(DIMENSIONS).map((name) => `minecraft:${name}`),
    maxPlayers: MAX_LISTED_PLAYERS,
    difficulty: DIFFICULTIES.indexOf(world.difficulty),
    viewDistance: world.viewDistance,
    simulationDistance: world.viewDistance,
    reducedDebugInfo: false,
    enableRespawnScreen: true,
    enforcesSecureChat: false,
  })
  sendDifficulty(registry, player, world.difficulty)
  player.send('held_item_slot', { slot: 0 })
  player.send('entity_status', { entityId: player.id, entityStatus: OPERATOR_LEVEL_0 })
  if (registry.flattened && !data.supportFeature('hasConfigurationState'))
    player.send('tags', playTags(registry))
  sendSpawnPosition(registry, player, world.spawn)
  // Without it, clients from 1.20.3 on keep their loading screen.
  if (data.isNewerOrEqualTo('1.20.3'))
    player.send('game_state_change', { reason: LEVEL_CHUNKS_LOAD_START, gameMode: 0 })
}

/**
 * Sends a client the packet that begins a new life, or its stay in another world.
 * @param to the dimension; its name of the world, by default the game's; whether the player stays the same.
 */
export function sendRespawn(
  registry: Registry,
  player: Player,
  difficulty: Difficulty,
  to: { dimension?: DimensionName; worldName?: string; isSamePlayer?: boolean } = {},
): void {
  const { data } = registry
  const { dimension = 'overworld', worldName, isSamePlayer = false } = to
  player.send('respawn', {
    ...worldFields(registry, player, dimension, worldName),
    difficulty: DIFFICULTIES.indexOf(difficulty),
    gamemode: GAME_MODES.indexOf(player.gameMode),
    previousGamemode: NO_GAME_MODE,
    copyMetadata: data.supportFeature('spawnRespawnWorldDataField')
      ? isSamePlayer
        ? KEEP_ALL
        : 0
      : isSamePlayer,
  })
}

/** Tells a client the difficulty; up to 1.13 login and respawn carry it. */
export function sendDifficulty({ data }: Registry, player: Player, difficulty: Difficulty): void {
  if (!data.supportFeature('difficultySentSeparately')) return
  player.send('difficulty', { difficulty, difficultyLocked: false })
}

/** Lets clients from 1.20.3 on follow a world that does not run at the usual speed. */
export function sendTickRate({ data }: Registry, player: Player, speed: number): void {
  if (speed === 1 || !data.isNewerOrEqualTo('1.20.3')) return
  player.send('set_ticking_state', { tick_rate: TICKS_PER_SECOND * speed, is_frozen: false })
}

/** Tells a client where it respawns, which its compass shows. */
export function sendSpawnPosition({ data }: Registry, player: Player, spawn: Vec3): void {
  const location = spawn.floored()
  player.send(
    'spawn_position',
    data.isNewerOrEqualTo('1.21.9')
      ? { globalPos: { dimensionName: OVERWORLD, location }, yaw: 0, pitch: 0 }
      : { location, angle: 0 },
  )
}

/** The fields of the login and respawn packets that describe the world. */
function worldFields(
  registry: Registry,
  player: Player,
  dimension: DimensionName,
  worldName = `minecraft:${dimension}`,
): object {
  const login = registry.data.loginPacket as LoginData | undefined
  const field = dimensionField(registry, dimension)
  return {
    worldState: {
      ...login?.worldState,
      dimension: field,
      name: worldName,
      hashedSeed: HASHED_SEED,
      gamemode: player.gameMode,
      previousGamemode: NO_GAME_MODE,
      isFlat: false,
      seaLevel: SEA_LEVEL,
    },
    dimension: field,
    worldType: field,
    worldName,
    hashedSeed: HASHED_SEED,
    levelType: 'default',
    isDebug: false,
    isFlat: false,
    portalCooldown: 0,
  }
}

/** The tags as 1.13 to 1.20.1 send them. */
function playTags(registry: Registry): object {
  const tags = tagGroups(registry)
  const of = (type: string) => tags.find(({ tagType }) => tagType === type)?.tags ?? []
  const blockTags = of('minecraft:block')
  return { tags, blockTags, itemTags: [], fluidTags: of('minecraft:fluid'), entityTags: [] }
}
