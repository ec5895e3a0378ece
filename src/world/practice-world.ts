import type { Duplex } from 'node:stream'
import { TICK_MS } from '../clock/game-clock.ts'
import { DIFFICULTIES, type Difficulty } from '../knowledge/difficulty.ts'
import { registryFor } from '../knowledge/registry.ts'
import { Game } from './game.ts'
import { Level } from './level.ts'
import { createLink, type Link } from './link.ts'
import { Player } from './player.ts'
import { type ServerPlugin, startSquid } from './squid.ts'
import { installSystems } from './systems.ts'
import { createTerrain, type Terrain } from './terrain/terrain.ts'

export interface PracticeWorldOptions {
  seed: number
  /** Any version of the game that flying-squid serves; tested on 1.12.2, 1.16.5 and 1.21.4. */
  version: string
  difficulty: Difficulty
  /** Address and port to listen on; port 0 takes any free one. */
  host?: string
  port?: number
  /** Distance in chunks at which columns are sent. */
  viewDistance?: number
}

const DEFAULT_VIEW_DISTANCE = 6

/** How often the time of day is sent, and unneeded columns are dropped (ticks). */
const HOUSEKEEPING_TICKS = 20

/**
 * A seeded survival world, served over the real protocol from this process. All chance in it comes
 * from the seed, and all time from the process's timers.
 */
export class PracticeWorld {
  /** The rules and their state: for the world's own tests, never for an agent. */
  readonly game: Game
  readonly terrain: Terrain
  readonly #timer: NodeJS.Timeout
  readonly #links = new Set<Link>()

  private constructor(game: Game, terrain: Terrain) {
    this.game = game
    this.terrain = terrain
    this.#timer = setInterval(() => {
      for (const link of this.#links) link.deliver()
      game.time.step()
    }, TICK_MS)
  }

  /** @throws Error when the address cannot be listened on. */
  static async start(options: PracticeWorldOptions): Promise<PracticeWorld> {
    const registry = registryFor(options.version)
    const terrain = createTerrain(registry, options.seed)
    const level = new Level(registry, (chunkX, chunkZ) => terrain.column(chunkX, chunkZ))
    const bridge: ServerPlugin = {
      player(squidPlayer) {
        squidPlayer.findSpawnPoint = async () => {
          squidPlayer.spawnPoint = terrain.spawn.clone()
        }
        // flying-squid's way of showing players to each other needs plugins of it that are left out.
        squidPlayer.spawnEntity = () => {}
        game.players.admit(new Player(squidPlayer))
      },
    }
    const squid = startSquid({
      version: options.version,
      host: options.host ?? '127.0.0.1',
      port: options.port ?? 0,
      viewDistance: options.viewDistance ?? DEFAULT_VIEW_DISTANCE,
      difficulty: DIFFICULTIES.indexOf(options.difficulty),
      column: (chunkX, chunkZ) => level.column(chunkX, chunkZ),
      plugins: [bridge],
    })
    const game = new Game({
      registry,
      level,
      difficulty: options.difficulty,
      seed: options.seed,
      squid,
    })
    broadcastBlocks(game)
    keepTime(game)
    installSystems(game, terrain)
    await listening(squid)
    return new PracticeWorld(game, terrain)
  }

  get port(): number {
    return this.game.squid.listeningPort
  }

  /** A connection to this world without a network, for a client in the same process. */
  connect(): Duplex {
    const link = createLink()
    this.#links.add(link)
    link.server.once('close', () => this.#links.delete(link))
    this.game.squid._server.socketServer.emit('connection', link.server)
    return link.client
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    const closed = new Promise<void>((resolve) => this.game.squid._server.once('close', resolve))
    this.game.squid._server.close()
    await closed
  }
}

function listening(squid: ReturnType<typeof startSquid>): Promise<void> {
  return new Promise((resolve, reject) => {
    squid.once('ready', () => resolve())
    squid._server.once('error', reject)
  })
}

function broadcastBlocks(game: Game): void {
  game.level.on('change', ({ x, y, z, after }) => {
    for (const player of game.players) {
      if (player.knowsColumn(x, z)) {
        player.send('block_change', { location: { x, y, z }, type: after })
      }
    }
  })
}

function keepTime(game: Game): void {
  game.time.everyTick(() => {
    if (game.time.tick % HOUSEKEEPING_TICKS !== 0) return
    for (const player of game.players) game.time.sendTo(player)
    game.level.unload((chunkX, chunkZ) =>
      game.squid.players.some((player) => player.loadedChunks[`${chunkX},${chunkZ}`] !== undefined),
    )
  })
  game.players.on('join', (player) => game.time.sendTo(player))
}
