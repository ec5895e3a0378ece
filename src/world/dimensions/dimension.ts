import seedrandom from 'seedrandom'
import { ClientLimitAudit } from '../client-limit-audit.ts'
import { ItemEntities } from '../entities/items.ts'
import { installPlayerEntities } from '../entities/player-entities.ts'
import { EntityTracker } from '../entities/tracker.ts'
import type { FaultHooks } from '../faults/fault.ts'
import { installFishing } from '../fishing/fishing.ts'
import { GeneratedBlocks } from '../generated-blocks.ts'
import { Interactions } from '../interactions.ts'
import { ItemUses } from '../item-uses.ts'
import type { Level } from '../level.ts'
import { installMobs, type Mobs } from '../mobs/mobs.ts'
import { Population } from '../mobs/population.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { BlockBreaker } from '../rules/breaking.ts'
import { installBuckets } from '../rules/buckets.ts'
import { installChests } from '../rules/chests.ts'
import { installLeafDecay } from '../rules/decay.ts'
import { installDigging } from '../rules/digging.ts'
import { installDoors } from '../rules/doors.ts'
import { installFalling } from '../rules/falling.ts'
import { installFarming } from '../rules/farming.ts'
import { installFire } from '../rules/fire.ts'
import { installFluids } from '../rules/fluids.ts'
import { installPlacing } from '../rules/placing.ts'
import { installPortals } from '../rules/portal.ts'
import { PortalIndex } from '../rules/portal-index.ts'
import { installPortalTravel } from '../rules/portal-travel.ts'
import { installSupport } from '../rules/support.ts'
import { Beds } from '../survival/beds.ts'
import { installBreath } from '../survival/breath.ts'
import { installEating } from '../survival/eating.ts'
import { installExhaustion } from '../survival/exhaustion.ts'
import { installFalls } from '../survival/falls.ts'
import { installHazards } from '../survival/hazards.ts'
import { Movement } from '../survival/movement.ts'
import { installRespawn } from '../survival/respawn.ts'
import { Shields } from '../survival/shield.ts'
import { StatusEffects } from '../survival/status-effects.ts'
import type { Terrain } from '../terrain/terrain.ts'
import { Frost } from '../weather/frost.ts'
import { Lightning } from '../weather/lightning.ts'
import { Sky } from '../weather/sky.ts'
import { installThaw } from '../weather/thaw.ts'
import type { Weather } from '../weather/weather.ts'
import { installWindows } from '../windows/windows.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { WorldTime } from '../world-time.ts'
import { DIMENSIONS } from './dimension-kinds.ts'

/** Power of the explosion of a bed. */
const BED_POWER = 5
/** How often the time is sent and unused columns are unloaded (ticks). */
const HOUSEKEEPING_TICKS = 20

/** One dimension of a world: its blocks, its entities and the players in it. */
export interface Dimension {
  readonly level: Level
  readonly terrain: Terrain
  readonly players: Players
  readonly time: WorldTime
  readonly sky: Sky
  readonly tracker: EntityTracker
  readonly items: ItemEntities
  readonly movement: Movement
  readonly population: Population
  readonly mobs: Mobs
  readonly portals: PortalIndex
  readonly generated: GeneratedBlocks
  readonly lightning: Lightning
  readonly frost: Frost
  readonly clientLimits: ClientLimitAudit
  readonly effects: StatusEffects
  readonly shields: Shields
  readonly beds: Beds
  /** The random source that most of its rules share. */
  random(): number
}

/** What the dimensions of a world share. */
export interface SharedParts {
  readonly seed: number
  readonly difficulty: WorldDifficulty
  readonly weather: Weather
  readonly hooks: FaultHooks
  /** The players in all dimensions. */
  readonly everybody: Players
  nextId(): number
  /** Moves a player through a portal. */
  travel(player: Player): void
  /** Lets a dead player live again outside of the overworld. */
  leave(player: Player): void
}

/**
 * Creates every part of a dimension. The order of creation is the order in which parts act within a tick and receive
 * player events.
 * @param home the overworld, for another dimension.
 */
export function installDimension(
  shared: SharedParts,
  own: { level: Level; terrain: Terrain; players: Players; time: WorldTime },
  home?: Dimension,
): Dimension {
  const { difficulty, weather, hooks, everybody, nextId } = shared
  const { level, terrain, players, time } = own
  const { registry } = level
  // Each dimension has its own random sources, so that none changes what happens in another.
  const seed = home ? `${level.dimension}-${shared.seed}` : String(shared.seed)
  // The rules share one random source; fire, farming, fishing, breeding, lightning, frost and thaw each have their own.
  const random = seedrandom(`rules-${seed}`)
  const sky = new Sky({ weather, level, time, biome: (x, z) => terrain.biome(x, z) })
  const interactions = new Interactions()
  const itemUses = new ItemUses()

  broadcastBlocks(level, players)
  installHousekeeping(level, players, time)
  const tracker = new EntityTracker(registry, players, time, nextId)
  const items = new ItemEntities({ level, players, time, tracker, random })
  const generated = new GeneratedBlocks(level, (column) => terrain.blockEntities(column))
  installWindows({
    ...{ level, players, time, interactions, drops: items, generated, seed: shared.seed },
  })

  const population = new Population(tracker)
  const clientLimits = new ClientLimitAudit(level, players, time, population, home?.clientLimits)
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
  const fire = installFire({ level, time, itemUses, difficulty, random: fireChance, sky })
  installPortals(level, time)
  const portals = new PortalIndex(level)

  const movement = new Movement(level, players, time)
  clientLimits.followMoves(movement)
  const fieldChance = seedrandom(`fields-${seed}`)
  installFarming({ level, players, time, itemUses, movement, random: fieldChance, sky })
  const beds = new Beds({
    ...{ level, players, time, interactions, movement, hooks, weather },
    watch: population,
    // Players sleep only under the sky.
    explode: DIMENSIONS[level.dimension].hasSky
      ? undefined
      : (place) => mobs.explosions.explode(place, BED_POWER, { burns: true, cause: 'bed' }),
  })
  installFalls(level, players, movement)
  installExhaustion(movement)
  const shields = home?.shields ?? new Shields(registry, everybody, time)
  const burning = installHazards(level, players, time, sky)
  installBreath(level, players, time)
  const effects = home?.effects ?? new StatusEffects(everybody, time, random)
  installEating(registry, players, time, tracker, effects)
  installRespawn({
    ...{ level, players, difficulty, spawn: terrain.spawn, movement, beds },
    ...(home && { leave: shared.leave }),
  })
  time.everyTick(() => {
    for (const { vitals } of players) vitals.step()
  })

  const mobs = installMobs({
    ...{ level, players, time, difficulty, seed, terrain, tracker, drops: items, random },
    ...{ population, effects, sky, generated },
  })
  const fishingChance = seedrandom(`fishing-${seed}`)
  installFishing({
    ...{ level, players, time, tracker, population, drops: items, random: fishingChance, sky },
  })
  const lightning = new Lightning({
    ...{ players, time, sky, difficulty, tracker, population, mobs, items, burning, fire },
    random: seedrandom(`lightning-${seed}`),
  })
  const frost = new Frost({ level, players, time, sky, random: seedrandom(`frost-${seed}`) })
  installThaw({ level, time, breaker, random: seedrandom(`thaw-${seed}`) })
  installPlayerEntities(registry, players, time, tracker)
  time.everyTick(() => {
    for (const { chunkX, chunkZ } of level.light.takeChanged())
      for (const { columns } of players) columns.updateLight(chunkX, chunkZ)
  })
  // Movements of this tick are sent after all rules have acted.
  time.everyTick(() => tracker.flush())
  installPortalTravel({ level, players, time, portals, travel: shared.travel })
  return {
    ...{ level, terrain, players, time, sky, tracker, items, movement, population, mobs },
    ...{ portals, generated, lightning, frost, clientLimits, effects, shields, beds, random },
  }
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
