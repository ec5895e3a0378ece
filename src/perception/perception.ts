import type { ClientWorld } from '#body/client-world'
import type { DistantGround } from '#body/vision'
import type { GameClock } from '#clock/game-clock'
import { Simulation } from '#clock/simulation'
import { blockTableOf } from '#knowledge/block-traits'
import { skyDarkening } from '#knowledge/daylight'
import { THE_NETHER } from '#knowledge/nether'
import { EYE_HEIGHT } from '#knowledge/player-size'
import type { Registry } from '#knowledge/registry'
import { BlockMemory, type KnownSection, type WorldBlocks } from './block-memory.ts'
import { EntityReader, LoadedEntities, SeenEntities } from './entity-memory.ts'
import { ExploredWorld } from './explored-world.ts'
import { FalseOres } from './false-ores.ts'
import { LightLevels } from './light-levels.ts'
import { LoadedBlocks } from './loaded-blocks.ts'
import { Looking } from './looking.ts'
import { type PerceptionMode, perceptionRules } from './perception-modes.ts'
import { PlayerSight } from './player-sight.ts'

/** What the agent may know of the world. */
export interface Perception {
  /** `seen` once a server for `loaded` turns out to send false ores. */
  readonly mode: PerceptionMode
  /** Whether the server was found to send false ores, so that its chunks are not trusted. */
  readonly distrusts: boolean
  /** Whether the agent sees in all directions at once. */
  readonly omnidirectional: boolean
  readonly memory: ExploredWorld
  /** Looks around. Call this once in each physics tick. */
  update(): void
  stop(): void
  /** Looks at one block now, rather than in the next round of looking. */
  examine(x: number, y: number, z: number): void
  /** Whether the block at a position (whole numbers) is known. */
  isKnown(x: number, y: number, z: number): boolean
  /** The known blocks of a section; undefined if it has none. */
  knownSection(chunkX: number, sectionY: number, chunkZ: number): KnownSection | undefined
  /**
   * Current light level (0-15) at a known position; undefined elsewhere, and in modes that see in the dark, which do not track
   * light.
   */
  light(x: number, y: number, z: number): number | undefined
  /**
   * The block state for route planning: the remembered one; otherwise the surface of the land, as far as the mode knows it;
   * otherwise stone, or air above the surrounding land. Undefined in chunks that are not loaded.
   */
  plannedState(x: number, y: number, z: number): number | undefined
  /** The land around a column as the agent recognizes it from afar; undefined where it has not seen it, and in modes without limits. */
  distantGround(x: number, z: number): DistantGround | undefined
  /** The memory of a world, for the perception of a later connection. */
  recall(world: string): BlockMemory | undefined
  /** The blocks of the worlds in which the agent is not now, by name. */
  readonly otherWorlds: ReadonlyMap<string, WorldBlocks>
  /** Real time spent on perception. */
  readonly stats: { readonly wallMs: number }
}

/** A block that the agent saw in an earlier life. */
export interface RememberedBlock {
  readonly x: number
  readonly y: number
  readonly z: number
  /** Flattened name of its kind. */
  readonly kind: string
}

export interface PerceptionOptions {
  mode: PerceptionMode
  clock: GameClock
  /** Blocks of a world that are remembered from an earlier process; those that are gone are forgotten at sight. */
  rememberedBlocks?: ((world: string) => Iterable<RememberedBlock>) | undefined
  /** The perception of an earlier connection to the same world, whose memory is kept. */
  before?: Perception | undefined
  /** Called once when `loaded` ends, because the server sends false ores. */
  onFalseOres?: (() => void) | undefined
}

/**
 * Creates the perception of a player that has joined. A block stays known after its chunk is unloaded, until the agent sees
 * that it has changed. Each world has its own memory, which the agent finds again when it comes back.
 */
export function createPerception(
  world: ClientWorld,
  registry: Registry,
  options: PerceptionOptions,
): Perception {
  const traits = blockTableOf(registry)
  const recalled = world.name && options.before?.recall(world.name)
  const blocks = recalled || new BlockMemory(traits)
  /** The blocks of the worlds in which the agent is not now. */
  const otherWorlds = new Map(options.before?.otherWorlds)
  const stats = { wallMs: 0 }
  let { name: worldName } = world
  const kept = worldName === undefined ? undefined : otherWorlds.get(worldName)
  if (!recalled && kept) blocks.exchange(kept)
  if (!recalled && !kept) remember()
  const timed = (work: () => void) => {
    const start = Simulation.wallMs()
    work()
    stats.wallMs += Simulation.wallMs() - start
  }
  const now = () => options.clock.tick
  const { needsSight, limits } = perceptionRules(options.mode)
  let distrusts = !needsSight && options.before?.distrusts === true
  let looks = needsSight || distrusts
  const digging = digTarget(world)

  const falseOres = new FalseOres(traits)

  const loaded = new LoadedBlocks(world, traits, {
    loaded: (chunkX, chunkZ) =>
      timed(() => {
        enterWorld()
        light.columnSent(chunkX, chunkZ)
        if (looks) looking.chunkLoaded(chunkX, chunkZ)
        else adoptColumn(chunkX, chunkZ)
      }),
    lit: (chunkX, chunkZ) => light.columnSent(chunkX, chunkZ),
    changed: (x, y, z, code, before) =>
      timed(() => {
        if (!looks && falseOres.note(x, y, z, code, before)) distrust()
        if (sight) light.blockChanged(x, y, z, code, before)
        if (looks) looking.blockChanged(x, y, z)
        if (!looks || digging.isAt(x, y, z)) blocks.noteAt(x, y, z, code)
      }),
  })
  const light = new LightLevels(loaded, traits, () =>
    skyDarkening(world.timeOfDay, world.sunThroughClouds),
  )
  const sight = limits
    ? new PlayerSight(light, limits, () => world.dimension === THE_NETHER)
    : undefined
  const looking = new Looking(loaded, blocks, traits, sight)
  const reader = new EntityReader(world, registry, now)
  let entities = looks
    ? new SeenEntities(world, reader, looking.lines)
    : new LoadedEntities(world, reader)
  const memory = new ExploredWorld(traits, blocks, entities)

  function adoptColumn(chunkX: number, chunkZ: number): void {
    for (const section of loaded.unpack(chunkX, chunkZ)) blocks.adopt(section)
  }

  /** Continues as `seen`, with nothing that was not in sight. */
  function distrust(): void {
    distrusts = true
    looks = true
    blocks.forget()
    otherWorlds.clear()
    entities = new SeenEntities(world, reader, looking.lines)
    memory.knowEntities(entities)
    for (const { chunkX, chunkZ } of world.columns()) looking.chunkLoaded(chunkX, chunkZ)
    options.onFalseOres?.()
  }

  function look(): void {
    digging.update()
    const { self } = world
    if (!looks || !self?.position) return
    const feet = self.position
    const height = self.eyeHeight ?? EYE_HEIGHT
    looking.look({ x: feet.x, y: feet.y + height, z: feet.z }, feet, self)
    entities.update()
  }

  /** The block if it lies open to the sky, as on a map; stone otherwise. */
  function openCode(x: number, y: number, z: number, code: number): number {
    return loaded.openToSky(x, y, z) ? code : traits.stoneCode
  }

  /** The most likely block at an unseen place, given the surface that the agent has seen. */
  function likelyCode(x: number, y: number, z: number): number {
    const code = looking.surface.codeAt(x, y, z)
    if (code !== 0) return code
    const height = looking.surface.likelyHeight(x, z)
    return height !== undefined && y > height ? traits.airCode : traits.stoneCode
  }

  /** Puts the blocks of the world before aside until the agent comes back, and forgets its entities. */
  function enterWorld(): void {
    if (world.name === worldName) return
    const known = world.name === undefined ? undefined : otherWorlds.get(world.name)
    const before = blocks.exchange(known)
    if (worldName !== undefined) otherWorlds.set(worldName, before)
    worldName = world.name
    entities.forget()
    looking.surface.forget()
    looking.distant?.forget()
    if (!known) remember()
  }

  /** Takes over what is remembered of the world from an earlier process. */
  function remember(): void {
    if (worldName === undefined) return
    for (const { x, y, z, kind } of options.rememberedBlocks?.(worldName) ?? [])
      if (registry.hasBlock(kind)) blocks.noteAt(x, y, z, registry.blockState(kind) + 1)
  }

  loaded.start()
  const ignorePickUps = world.onPickUp((id) => entities.gone(id))
  return {
    get mode() {
      return distrusts ? 'seen' : options.mode
    },
    get distrusts() {
      return distrusts
    },
    omnidirectional: !limits?.view,
    memory,
    stats,
    update: () =>
      timed(() => {
        enterWorld()
        look()
      }),
    stop() {
      ignorePickUps()
      loaded.stop()
    },
    otherWorlds,
    recall: (wanted) => (wanted === worldName ? blocks : undefined),
    examine(x, y, z) {
      const { self } = world
      if (!looks || !self) return
      timed(() => {
        const { x: eyeX, y: feetY, z: eyeZ } = self.position
        looking.point(self)
        looking.lines.from(eyeX, feetY + (self.eyeHeight ?? EYE_HEIGHT), eyeZ)
        looking.lines.seesBlock(x, y, z)
      })
    },
    isKnown: (x, y, z) => blocks.code(x, y, z) !== 0,
    distantGround: (x, z) => looking.distant?.at(x, z),
    knownSection: (chunkX, sectionY, chunkZ) => blocks.section(chunkX, sectionY, chunkZ),
    light: (x, y, z) =>
      limits?.rangeAt && blocks.code(x, y, z) !== 0 ? light.at(x, y, z) : undefined,
    plannedState(x, y, z) {
      const known = blocks.code(x, y, z)
      if (known !== 0) return known - 1
      const code = loaded.code(x, y, z)
      if (code === 0) return undefined
      return (sight ? likelyCode(x, y, z) : openCode(x, y, z, code)) - 1
    },
  }
}

/** The block that the player digs or dug last. The player feels that it breaks, even out of sight. */
function digTarget(world: ClientWorld): {
  update(): void
  isAt(x: number, y: number, z: number): boolean
} {
  let target: { x: number; y: number; z: number } | undefined
  return {
    update() {
      target = world.digTarget ?? target
    },
    isAt: (x, y, z) => target?.x === x && target.y === y && target.z === z,
  }
}
