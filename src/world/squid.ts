/**
 * The seam to flying-squid: which of its plugins the practice world keeps, and the small part of
 * its objects that we use. Plugins of it that are wrong for survival (digging, placing, inventory,
 * entities, redstone, commands, console) are left out of the list, and {@link ServerPlugin}s of ours
 * stand in their place; its files are not touched.
 */

import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type { Server as NetServer } from 'node:net'
import type { ServerClient } from 'minecraft-protocol'
import type { Vec3 } from 'vec3'
import { leaveUnpacked } from './link.ts'

/** One chunk column as prismarine-chunk makes it; the part that rules and login use. */
export interface Column {
  /** From the lowest up; null for air alone, where the version does so. */
  readonly sections: readonly ({ isEmpty(): boolean } | null)[]
  getBlockStateId(pos: { x: number; y: number; z: number }): number
  setBlockStateId(pos: { x: number; y: number; z: number }, state: number): void
  dump(): Buffer
}

/** A player as flying-squid knows it: connection, position and loaded chunks. */
export interface SquidPlayer extends EventEmitter {
  readonly id: number
  readonly username: string
  readonly uuid: string
  readonly _client: ServerClient
  position: Vec3
  yaw: number
  pitch: number
  onGround: boolean
  gameMode: number
  health: number
  spawnPoint: Vec3
  loadedChunks: Record<string, number>
  findSpawnPoint(): Promise<void>
  /** Shows another player. */
  spawnEntity(other: object): void
  sendSelfPosition(position?: Vec3): void
  worldSendInitialChunks(): Promise<void>
  worldSendRestOfChunks(): Promise<void>
  sendSpawnPosition(): void
  _sendRespawn(): void
  kick(reason?: string): void
}

export interface SquidServer extends EventEmitter {
  readonly _server: EventEmitter & { readonly socketServer: NetServer; close(): void }
  readonly players: SquidPlayer[]
  readonly listeningPort: number
  readonly isReady: boolean
  time: number
  difficulty: number
  /** Number of the newest entity. */
  entityMaxId: number
  /** What clients are told of the seed. */
  readonly hashedSeed: [number, number]
  waitForReady(timeoutMs: number): Promise<unknown>
}

/** flying-squid's plugin interface: a hook for the server, and one for each player that joins. */
export interface ServerPlugin {
  server?(serv: SquidServer, options: object): void | Promise<void>
  player?(player: SquidPlayer, serv: SquidServer, options: object): void | Promise<void>
  entity?(entity: object, serv: SquidServer, options: object): void
}

interface PluginRegistry {
  builtinPlugins: ServerPlugin[]
  initPlugins(): void
}

type Generator = (chunkX: number, chunkZ: number) => Column

interface Squid {
  createMCServer(options: object): SquidServer
  generations: Record<string, (options: object) => Generator>
}

/** What of flying-squid survives: join, chunks, movement, chat, player list. */
const KEPT_PLUGINS = [
  'behavior',
  'communication',
  'chat',
  'health',
  'experience',
  'login',
  'logout',
  'players',
  'spawn',
  'updatePositions',
  'world',
] as const

const GENERATION = 'delver'

export interface SquidOptions {
  version: string
  host: string
  port: number
  /** Distance in chunks at which columns are sent. */
  viewDistance: number
  difficulty: number
  column: Generator
  plugins: ServerPlugin[]
}

/** Starts a flying-squid server that is made of the kept plugins and ours. */
export function startSquid(options: SquidOptions): SquidServer {
  const require = createRequire(import.meta.url)
  const squid = require('flying-squid') as Squid
  const registry = require('flying-squid/src/lib/plugins/index.js') as PluginRegistry
  const kept = KEPT_PLUGINS.map(
    (name) => require(`flying-squid/src/lib/plugins/${name}.js`) as ServerPlugin,
  )
  squid.generations[GENERATION] = () => options.column
  registry.initPlugins = () => {
    registry.builtinPlugins = [quiet, ...kept, ...options.plugins]
  }
  return squid.createMCServer({
    version: options.version,
    host: options.host,
    port: options.port,
    motd: 'Delver practice world',
    'online-mode': false,
    'max-players': 20,
    'view-distance': options.viewDistance,
    'max-entities': 1000,
    'everybody-op': false,
    // Its own channels' types are not to be checked anew for each client.
    validateChannelProtocol: false,
    beforeLogin: leaveUnpacked,
    // A client whose connection breaks is no news for standard output.
    hideErrors: true,
    gameMode: 0,
    difficulty: options.difficulty,
    generation: { name: GENERATION, options: {} },
    plugins: {},
  })
}

/** Stands for flying-squid's log, moderation and settings: says nothing, bans nobody, has no commands. */
const quiet: ServerPlugin = {
  server(serv, options) {
    const settings = options as { gameMode: number; difficulty: number }
    Object.assign(serv, {
      debug: undefined,
      info() {},
      warn() {},
      err() {},
      log() {},
      bannedPlayers: {},
      bannedIPs: {},
      gameMode: settings.gameMode,
      difficulty: settings.difficulty,
      time: 0,
      tickCount: 0,
      commands: { add() {} },
    })
  },
  player(player, serv) {
    Object.assign(player, {
      gameMode: (serv as unknown as { gameMode: number }).gameMode,
      prevGameMode: 255,
      view: 10,
      kick(reason = 'Kicked') {
        player._client.end(reason)
      },
    })
    player._client.on('settings', ({ viewDistance }: { viewDistance: number }) => {
      Object.assign(player, { view: viewDistance })
    })
  },
}
