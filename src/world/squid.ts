/**
 * The adapter to flying-squid: the plugins that the practice world loads, and the types of the objects it uses.
 * Plugins unsuitable for survival (digging, placing, inventory, entities, redstone, commands, console) are not
 * loaded; {@link ServerPlugin}s of the practice world replace them. flying-squid's files are not modified.
 */

import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type { Server as NetServer } from 'node:net'
import type { ServerClient } from 'minecraft-protocol'
import type { Vec3 } from 'vec3'
import { disableCompression } from './link.ts'

/** A chunk column of prismarine-chunk, as far as rules and login use it. */
export interface Column {
  /** From the bottom up; some versions use null for empty sections. */
  readonly sections: readonly ({ isEmpty(): boolean } | null)[]
  getBlockStateId(pos: { x: number; y: number; z: number }): number
  setBlockStateId(pos: { x: number; y: number; z: number }, state: number): void
  dump(): Buffer
}

/** A player in flying-squid: connection, position and loaded chunks. */
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
  /** Shows another player's entity. */
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
  /** Id of the newest entity. */
  entityMaxId: number
  /** Hashed seed, which clients receive. */
  readonly hashedSeed: [number, number]
  waitForReady(timeoutMs: number): Promise<unknown>
}

/** flying-squid's plugin interface: hooks for the server, each player and each entity. */
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

/** The plugins that are loaded: join, chunks, movement, chat, player list. */
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
  /** View distance of players (chunks). */
  viewDistance: number
  difficulty: number
  column: Generator
  plugins: ServerPlugin[]
}

/** Starts a flying-squid server with the kept plugins and the given ones. */
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
    // Its custom channels need no new validation for each client.
    validateChannelProtocol: false,
    beforeLogin: disableCompression,
    // Lost client connections are not logged to standard output.
    hideErrors: true,
    gameMode: 0,
    difficulty: options.difficulty,
    generation: { name: GENERATION, options: {} },
    plugins: {},
  })
}

/** Replaces flying-squid's log, moderation and settings plugins: no output, no bans, no commands. */
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
