import type { Duplex } from 'node:stream'
import seedrandom from 'seedrandom'
import { TICK_MS } from '#clock/game-clock'
import type { Difficulty } from '#knowledge/difficulty'
import { poseSizes } from '#knowledge/player-size'
import { type Registry, registryFor } from '#knowledge/registry'
import { ClientLimitAudit } from './client-limit-audit.ts'
import { CommandDesk } from './commands/command-desk.ts'
import { WorldEditor } from './commands/world-editor.ts'
import { Chat } from './core/chat.ts'
import type { ColumnStream } from './core/column-stream.ts'
import type { Connection } from './core/connection.ts'
import { PlayerList } from './core/player-list.ts'
import { TickSchedule } from './core/tick-schedule.ts'
import { WorldServer } from './core/world-server.ts'
import { ItemEntities } from './entities/items.ts'
import { installPlayerEntities } from './entities/player-entities.ts'
import { EntityTracker } from './entities/tracker.ts'
import { FaultHooks } from './faults/fault.ts'
import { type FaultName, installFaults } from './faults/faults.ts'
import { installFishing } from './fishing/fishing.ts'
import { Interactions } from './interactions.ts'
import { ItemUses } from './item-uses.ts'
import { Level } from './level.ts'
import { createLink, type Link } from './link.ts'
import { installMobs, type Mobs } from './mobs/mobs.ts'
import { Population } from './mobs/population.ts'
import { Player } from './player.ts'
import { Players } from './players.ts'
import { BlockBreaker } from './rules/breaking.ts'
import { installBuckets } from './rules/buckets.ts'
import { installChests } from './rules/chests.ts'
import { installLeafDecay } from './rules/decay.ts'
import { installDigging } from './rules/digging.ts'
import { installDoors } from './rules/doors.ts'
import { installFalling } from './rules/falling.ts'
import { installFarming } from './rules/farming.ts'
import { installFire } from './rules/fire.ts'
import { installFluids } from './rules/fluids.ts'
import { installPlacing } from './rules/placing.ts'
import { installPortals } from './rules/portal.ts'
import { installSupport } from './rules/support.ts'
import { Beds } from './survival/beds.ts'
import { installBreath } from './survival/breath.ts'
import { installEating } from './survival/eating.ts'
import { installExhaustion } from './survival/exhaustion.ts'
import { installFalls } from './survival/falls.ts'
import { installHazards } from './survival/hazards.ts'
import { Movement } from './survival/movement.ts'
import { PlayerVitals } from './survival/player-vitals.ts'
import { dropInventory, installRespawn } from './survival/respawn.ts'
import { Shields } from './survival/shield.ts'
import { StatusEffects } from './survival/status-effects.ts'
import { Relight } from './terrain/relight.ts'
import type { Terrain } from './terrain/terrain.ts'
import { TERRAIN_KINDS, type TerrainKind } from './terrain/terrain-kinds.ts'
import { Sky } from './weather/sky.ts'
import { Weather } from './weather/weather.ts'
import { Inventory } from './windows/inventory.ts'
import { stacksOf } from './windows/stacks.ts'
import { installWindows } from './windows/windows.ts'
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
}

const DEFAULT_VIEW_DISTANCE = 6

/** How often the time is sent and unused columns are unloaded (ticks). */
const HOUSEKEEPING_TICKS = 20

/** The parts of a running world. */
export interface Game {
  readonly registry: Registry
  readonly level: Level
  readonly players: Players
  readonly time: WorldTime
  readonly sky: Sky
  readonly difficulty: WorldDifficulty
  readonly editor: WorldEditor
  readonly tracker: EntityTracker
  readonly items: ItemEntities
  readonly movement: Movement
  readonly population: Population
  readonly mobs: Mobs
  readonly clientLimits: ClientLimitAudit
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
    const level = createLevel(registry, terrain)
    const hooks = new FaultHooks()
    const rules = installRules({ ...options, level, terrain, hooks })
    const { game, playerList, nextId, newPlayer } = rules
    const { host = '127.0.0.1', port = 0, viewDistance = DEFAULT_VIEW_DISTANCE } = options
    const { speed = 1 } = options
    const server = await WorldServer.listen(
      { host, port },
      {
        ...{ level, players: game.players, playerList, viewDistance, nextId, newPlayer },
        spawn: terrain.spawn,
        speed,
        hooks,
        difficulty: () => game.difficulty.level,
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

/** The blocks of a world on its terrain. */
function createLevel(registry: Registry, terrain: Terrain): Level {
  let relight: Relight | undefined
  const level = new Level(
    registry,
    (chunkX, chunkZ) => terrain.column(chunkX, chunkZ),
    (column) => {
      relight ??= new Relight(registry, level.minY, level.maxY - level.minY)
      relight.light(column)
    },
  )
  return level
}

/**
 * Creates every part of a world. The order of creation is the order in which parts act within a tick and receive
 * player events.
 */
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
  playerList: PlayerList
  nextId: () => number
  newPlayer: (connection: Connection, columns: ColumnStream) => Player
} {
  const { seed, level, terrain, hooks } = options
  const difficulty = new WorldDifficulty(options.difficulty)
  const { registry } = level
  // The rules share one random source; fire, farming, fishing, breeding and knockback each have their own.
  const random = seedrandom(`rules-${seed}`)
  const players = new Players()
  const time = new WorldTime(options.time)
  const weather = new Weather({ players, time, random: seedrandom(`weather-${seed}`) })
  const sky = new Sky({ weather, level, time, biome: (x, z) => terrain.biome(x, z) })
  const interactions = new Interactions()
  const itemUses = new ItemUses()

  broadcastBlocks(level, players)
  installHousekeeping(level, players, time)
  let lastId = 0
  const nextId = () => ++lastId
  const tracker = new EntityTracker(registry, players, time, nextId)
  const items = new ItemEntities({ level, players, time, tracker, random })
  installWindows(level, players, time, interactions, items)

  const population = new Population(tracker)
  const clientLimits = new ClientLimitAudit(level, players, time, population)
  const breaker = new BlockBreaker(level, items, random)
  installDigging(level, players, time, breaker)
  installPlacing(level, players, interactions, itemUses, tracker)
  installBuckets(level, players, items, breaker)
  installDoors(level, interactions)
  installFalling(level, time, tracker, breaker)
  installFluids(level, time, breaker, (column) => terrain.spills(column))
  installSupport(level, time, breaker)
  installChests(level)
  installLeafDecay(level, time, random, breaker)
  const fireChance = seedrandom(`fire-${seed}`)
  installFire({ level, time, itemUses, difficulty, random: fireChance, sky })
  installPortals(level, time)

  const movement = new Movement(level, players, time)
  const fieldChance = seedrandom(`fields-${seed}`)
  installFarming({ level, players, time, itemUses, movement, random: fieldChance, sky })
  const beds = new Beds({
    ...{ level, players, time, interactions, movement, hooks, weather },
    watch: population,
  })
  installFalls(level, players, movement)
  installExhaustion(movement)
  const shields = new Shields(registry, players, time)
  installHazards(level, players, time, sky)
  installBreath(level, players, time)
  const effects = new StatusEffects(players, time, random)
  installEating(registry, players, time, tracker, effects)
  installRespawn({ level, players, difficulty, spawn: terrain.spawn, movement, beds })
  time.everyTick(() => {
    for (const { vitals } of players) vitals.step()
  })

  const mobs = installMobs({
    level,
    players,
    time,
    difficulty,
    seed,
    terrain,
    tracker,
    drops: items,
    random,
    population,
    effects,
    sky,
  })
  const fishingChance = seedrandom(`fishing-${seed}`)
  installFishing({
    ...{ level, players, time, tracker, population },
    drops: items,
    random: fishingChance,
    sky,
  })
  installPlayerEntities(registry, players, time, tracker)
  // Movements of this tick are sent after all rules have acted.
  time.everyTick(() => tracker.flush())

  const died = (player: Player) => {
    players.emit('death', player)
    if (!hooks.keepsInventory) dropInventory(player, items, random)
  }
  const needs = { registry, difficulty, time, tracker, shields, died }
  const knockbackChance = seedrandom(`blows-${seed}`)
  const newPlayer = (connection: Connection, columns: ColumnStream) =>
    new Player({
      ...{ connection, columns, position: terrain.spawn.clone() },
      inventory: new Inventory(stacksOf(registry)),
      sizes: poseSizes(registry),
      vitalsOf: (player) => new PlayerVitals(player, { ...needs, random: knockbackChance }),
    })
  const playerList = new PlayerList(registry, players, time)
  const chat = new Chat(registry, players, (player, text) => desk.run(player, text))
  const editor = new WorldEditor({
    ...{ level, players, playerList, time, weather, difficulty, items, movement, mobs },
  })
  const desk = new CommandDesk(
    { level, players, time, editor, tell: (player, message) => chat.tell(player, message) },
    options.operators ?? [],
  )
  const ofFaults = {
    level,
    players,
    time,
    movement,
    editor,
    difficulty,
    spawn: terrain.spawn,
    hooks,
  }
  installFaults(options.faults ?? [], ofFaults, seed)
  const game = {
    registry,
    level,
    players,
    time,
    sky,
    difficulty,
    editor,
    tracker,
    items,
    movement,
    population,
    mobs,
    clientLimits,
  }
  return { game, playerList, nextId, newPlayer }
}

function broadcastBlocks(level: Level, players: Players): void {
  level.on('change', ({ x, y, z, after }) => {
    for (const player of players) {
      if (player.knowsColumn(x, z)) {
        player.send('block_change', { location: { x, y, z }, type: after })
      }
    }
  })
}

/** Sends players the time at intervals, and unloads columns that no player needs. */
function installHousekeeping(level: Level, players: Players, time: WorldTime): void {
  time.everyTick(() => {
    if (time.tick % HOUSEKEEPING_TICKS !== 0) return
    for (const player of players) time.sendTo(player)
    level.unload((chunkX, chunkZ) => {
      for (const { columns } of players) if (columns.knows(chunkX, chunkZ)) return true
      return false
    })
  })
  players.on('join', (player) => time.sendTo(player))
}
