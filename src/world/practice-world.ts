import type { Duplex } from 'node:stream'
import type { Item } from 'prismarine-item'
import seedrandom from 'seedrandom'
import { TICK_MS } from '#clock/game-clock'
import type { Difficulty } from '#knowledge/difficulty'
import { poseSizes } from '#knowledge/player-size'
import { type Registry, registryFor } from '#knowledge/registry'
import { CommandDesk } from './commands/command-desk.ts'
import { WorldEditor } from './commands/world-editor.ts'
import { Chat } from './core/chat.ts'
import type { ChatComponent } from './core/chat-component.ts'
import type { ColumnStream } from './core/column-stream.ts'
import type { Connection } from './core/connection.ts'
import { sendSpawnPosition } from './core/login-packets.ts'
import { PlayerList } from './core/player-list.ts'
import { TickSchedule } from './core/tick-schedule.ts'
import { WorldServer } from './core/world-server.ts'
import { type Dimension, installDimension, type SharedParts } from './dimensions/dimension.ts'
import type { DimensionName } from './dimensions/dimension-kinds.ts'
import { Dimensions } from './dimensions/dimensions.ts'
import { FaultHooks } from './faults/fault.ts'
import { type FaultName, installFaults } from './faults/faults.ts'
import { Level } from './level.ts'
import { createLink, type Link } from './link.ts'
import { Player } from './player.ts'
import { Players } from './players.ts'
import { arrival } from './rules/portal-link.ts'
import { sendDeath } from './survival/death-messages.ts'
import { PlayerVitals } from './survival/player-vitals.ts'
import { dropInventory, respawnPlace } from './survival/respawn.ts'
import { createNetherTerrain } from './terrain/nether/nether-terrain.ts'
import type { Terrain } from './terrain/terrain.ts'
import { TERRAIN_KINDS } from './terrain/terrain-kinds.ts'
import type { TerrainKind } from './terrain/terrain-names.ts'
import type { DamageSource } from './vitals.ts'
import { Weather } from './weather/weather.ts'
import { Inventory } from './windows/inventory.ts'
import { stacksOf } from './windows/stacks.ts'
import { WorldDifficulty } from './world-difficulty.ts'
import { WorldTime } from './world-time.ts'

export interface PracticeWorldOptions {
  seed: number
  version: string
  difficulty: Difficulty
  /** `normal` by default. */
  terrain?: TerrainKind
  /** Initial time of day (ticks since sunrise); sunrise by default. */
  time?: number
  /** Names of the players who may use commands such as `/give`; none by default. */
  operators?: readonly string[]
  /** Ticks of the world in a tick of real time; 1 by default. */
  speed?: number
  /** What the world does that real servers do and a clean one does not; by default, nothing. */
  faults?: readonly FaultName[]
  /** Address and port to listen on; port 0 takes any free one. */
  host?: string
  port?: number
  /** View distance of players (chunks). */
  viewDistance?: number
  /** Distance within which a player has all columns when it joins (chunks); 3 by default. */
  joinDistance?: number
}

const DEFAULT_VIEW_DISTANCE = 6

/** The parts of a running world; those of a dimension are the overworld's. */
export interface Game extends Omit<Dimension, 'terrain'> {
  readonly registry: Registry
  /** The players in all dimensions. */
  readonly players: Players
  readonly difficulty: WorldDifficulty
  readonly editor: WorldEditor
  readonly dimensions: Dimensions
}

/**
 * A seeded survival world, served over the real protocol by this process. All randomness comes from the seed,
 * and all time from the process's timers.
 */
export class PracticeWorld {
  /** For tests of the world, never for an agent. */
  readonly game: Game
  readonly terrain: Terrain
  readonly #server: WorldServer
  readonly #timer: NodeJS.Timeout
  readonly #links = new Set<Link>()
  readonly #inventories = new Map<string, Inventory>()

  private constructor(
    game: Game,
    terrain: Terrain,
    server: WorldServer,
    { speed, hooks }: { speed: number; hooks: FaultHooks },
  ) {
    this.game = game
    this.terrain = terrain
    this.#server = server
    game.players.on('join', (player) => this.#inventories.set(player.name, player.inventory))
    const tick = () => {
      if (hooks.isHeld()) return
      for (const link of this.#links) link.deliver()
      game.time.step()
      queueMicrotask(() => server.step())
    }
    const interval = TICK_MS / speed
    const schedule = new TickSchedule(interval, Date.now())
    this.#timer = setInterval(() => {
      for (let due = schedule.due(Date.now()); due > 0; due--) tick()
    }, interval)
  }

  /** @throws Error when the server cannot listen on the address. */
  static async start(options: PracticeWorldOptions): Promise<PracticeWorld> {
    const registry = registryFor(options.version)
    const terrain = TERRAIN_KINDS[options.terrain ?? 'normal'](registry, options.seed)
    const level = createLevel(registry, terrain, 'overworld')
    const hooks = new FaultHooks()
    const rules = installRules({ ...options, level, terrain, hooks })
    const { game, dimensions, playerList, nextId, newPlayer } = rules
    const { host = '127.0.0.1', port = 0, viewDistance = DEFAULT_VIEW_DISTANCE } = options
    const { speed = 1, joinDistance } = options
    const server = await WorldServer.listen(
      { host, port },
      {
        ...{ dimensions, players: game.players, playerList, viewDistance, nextId, newPlayer },
        spawn: terrain.spawn,
        ...{ joinDistance, speed, hooks },
        difficulty: () => game.difficulty.level,
        spawnerAt: (...place) => dimensions.overworld.generated.spawnerAt(...place)?.mob,
      },
    )
    return new PracticeWorld(game, terrain, server, { speed, hooks })
  }

  get port(): number {
    return this.#server.port
  }

  /** Connects a client in the same process without a network. */
  connect(): Duplex {
    const link = createLink()
    this.#links.add(link)
    link.server.once('close', () => this.#links.delete(link))
    this.#server.accept(link.server)
    return link.client
  }

  /** Items that a player carries, or carried when it left, by name with counts; null for unknown players. */
  carried(name: string): { held: Record<string, number>; worn: string[] } | null {
    const inventory = this.#inventories.get(name)
    if (!inventory) return null
    const { registry } = this.game
    const held: Record<string, number> = {}
    for (const item of inventory.all) {
      const kind = registry.itemName(item)
      held[kind] = (held[kind] ?? 0) + item.count
    }
    return { held, worn: inventory.worn.map((item) => registry.itemName(item)) }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#server.close()
  }
}

/** The blocks of a dimension on its terrain. */
function createLevel(registry: Registry, terrain: Terrain, dimension: DimensionName): Level {
  return new Level(
    registry,
    (chunkX, chunkZ) => terrain.column(chunkX, chunkZ),
    dimension,
    (chunkX, chunkZ) => terrain.peek(chunkX, chunkZ),
  )
}

/** Creates every part of a world: the overworld at once, and the Nether when a player first goes there. */
function installRules(options: {
  seed: number
  difficulty: Difficulty
  time?: number
  operators?: readonly string[]
  faults?: readonly FaultName[]
  level: Level
  terrain: Terrain
  hooks: FaultHooks
}): {
  game: Game
  dimensions: Dimensions
  playerList: PlayerList
  nextId: () => number
  newPlayer: (connection: Connection, columns: ColumnStream) => Player
} {
  const { seed, level, terrain, hooks } = options
  const difficulty = new WorldDifficulty(options.difficulty)
  const { registry } = level
  const everybody = new Players()
  const players = new Players()
  const time = new WorldTime(options.time)
  const weather = new Weather({ players, time, random: seedrandom(`weather-${seed}`) })
  let lastId = 0
  const nextId = () => ++lastId
  const shared: SharedParts = {
    ...{ seed, difficulty, weather, hooks, everybody, nextId },
    travel: (player) => travel(dimensions, player),
    leave(player) {
      const place = respawnPlace({ level, spawn: terrain.spawn, beds: overworld.beds }, player)
      player.vitals.restore()
      dimensions.move(player, 'overworld', place, false)
      sendSpawnPosition(registry, player, place)
    },
  }
  const overworld = installDimension(shared, { level, terrain, players, time })
  const createNether = () => {
    const nether = createNetherTerrain(registry, seed, terrain.spawn)
    const visitors = new Players()
    return installDimension(
      shared,
      {
        level: createLevel(registry, nether, 'the_nether'),
        terrain: nether,
        players: visitors,
        time: time.branch(() => visitors.size > 0),
      },
      overworld,
    )
  }
  const dimensions = new Dimensions({ overworld, everybody, difficulty, createNether })

  const announce = (player: Player, message: ChatComponent) => {
    sendDeath(registry, player, message)
    chat.broadcast(message)
  }
  const died = (player: Player, message: ChatComponent) => {
    const { items, players } = dimensions.of(player)
    players.emit('death', player, message)
    everybody.emit('death', player, message)
    if (!hooks.keepsInventory) dropInventory(player, items, deathChance)
  }
  const deathChance = overworld.random
  const tracker = {
    hurt: (player: Player, source: DamageSource) =>
      dimensions.of(player).tracker.hurt(player, source),
  }
  const needs = { registry, difficulty, time, tracker, shields: overworld.shields, announce, died }
  const knockbackChance = seedrandom(`blows-${seed}`)
  const kept = keepInventories(everybody)
  const newPlayer = (connection: Connection, columns: ColumnStream) =>
    new Player({
      ...{ connection, columns, position: terrain.spawn.clone() },
      inventory: new Inventory(stacksOf(registry), kept(connection.name)),
      sizes: poseSizes(registry),
      vitalsOf: (player) => new PlayerVitals(player, { ...needs, random: knockbackChance }),
    })
  const playerList = new PlayerList(registry, everybody, time)
  const chat = new Chat(registry, everybody, (player, text) => desk.run(player, text))
  const editorOf = ({ level, items, movement, mobs }: Dimension) =>
    new WorldEditor({
      ...{ level, players: everybody, playerList, time, weather, difficulty },
      ...{ items, movement, mobs },
    })
  const editor = editorOf(overworld)
  const desk = new CommandDesk(
    {
      ...{ registry, players: everybody, time },
      around: (player) => {
        const here = dimensions.of(player)
        return { level: here.level, editor: here === overworld ? editor : editorOf(here) }
      },
      tell: (player, message) => chat.tell(player, message),
    },
    options.operators ?? [],
  )
  const ofFaults = {
    ...{ level, players: everybody, time, movement: overworld.movement, editor, difficulty },
    ...{ spawn: terrain.spawn, hooks, items: overworld.items },
    isInOverworld: (player: Player) => dimensions.of(player) === overworld,
  }
  installFaults(options.faults ?? [], ofFaults, seed)
  const game = { ...overworld, registry, players: everybody, difficulty, editor, dimensions }
  return { game, dimensions, playerList, nextId, newPlayer }
}

/** Moves a player who stands in a portal to the other side. */
function travel(dimensions: Dimensions, player: Player): void {
  const from = dimensions.of(player)
  const name = from === dimensions.overworld ? 'the_nether' : 'overworld'
  const portal = from.portals.nearest(player.position.floored(), 1)
  const place = arrival(from, dimensions.get(name), player.position, from.portals.axis(portal))
  dimensions.move(player, name, place)
}

/**
 * Keeps the inventories of players who leave.
 * @returns the slots that a player left with, by name.
 */
function keepInventories(players: Players): (name: string) => readonly (Item | null)[] {
  const kept = new Map<string, readonly (Item | null)[]>()
  players.on('leave', ({ name, inventory }) => kept.set(name, [...inventory.slots]))
  return (name) => kept.get(name) ?? []
}
