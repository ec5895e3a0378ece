// Also where only types are needed, as in the page: the augmentations belong to every program with a body.
/// <reference path="./mineflayer.d.ts" />

import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import type { GameClock } from '#clock/game-clock'
import { type BlockTable, type BlockTraits, blockTableOf } from '#knowledge/block-traits'
import { PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import type { Registry } from '#knowledge/registry'
import type { Avoided } from './avoided.ts'
import { BOT } from './bot.ts'
import type { Builds } from './builds.ts'
import type { Chasms } from './chasms.ts'
import { Chat } from './chat.ts'
import type { Client } from './client.ts'
import { Controls } from './controls.ts'
import type { Corrections } from './corrections.ts'
import { fitSizes } from './creature-sizes.ts'
import { Crosshair } from './crosshair.ts'
import { DamageLog } from './damage-log.ts'
import type { Dangers } from './dangers.ts'
import { dismissTheDying } from './dying.ts'
import { Footing } from './footing.ts'
import { GameState } from './game-state.ts'
import type { HandsName } from './hand-limits.ts'
import { Hands } from './hands.ts'
import { turnGradually } from './head.ts'
import { Intent } from './intent.ts'
import { Interaction } from './interaction.ts'
import { type Carried, Inventory } from './inventory.ts'
import { listen, type Unsubscribe } from './listen.ts'
import type { Navigator } from './navigation/navigator.ts'
import { PickUps } from './pick-ups.ts'
import { Posture } from './posture.ts'
import type { ProtectedLand } from './protected-land.ts'
import { feelPushes } from './push.ts'
import { Spectator } from './spectator.ts'
import { Tools } from './tools.ts'
import type { Vision } from './vision.ts'
import { Vitals } from './vitals.ts'

export type { Vision } from './vision.ts'

/** Distance from the eyes within which the agent digs and uses blocks (blocks). */
export const REACH = 4.4

/** Blocks to build with and to block liquids with. Blocks that no recipe needs come first. */
export const FILLER = [
  'dirt',
  'andesite',
  'diorite',
  'granite',
  'netherrack',
  'tuff',
  'cobblestone',
  'cobbled_deepslate',
  'stone',
] as const

/** What the agent has learned about places. It outlives a connection, and with it a body. */
export interface KnownPlaces {
  /** Places that failed recently. */
  readonly avoided: Avoided
  /** Places to stay away from for a while. */
  readonly dangers: Dangers
  /** Places below which the agent saw no ground. */
  readonly chasms: Chasms
  /** Buildings of others. */
  readonly builds: Builds
  /** Places where the server lets the agent dig nothing. */
  readonly protectedLand: ProtectedLand
}

/** The agent's body: a mineflayer bot, its state, and what it can do within reach. */
export class Body {
  readonly [BOT]: Bot
  readonly registry: Registry
  readonly clock: GameClock
  readonly blocks: BlockTable
  readonly tools: Tools
  readonly vitals: Vitals
  readonly damageLog: DamageLog
  readonly pickUps: PickUps
  readonly footing: Footing
  readonly posture: Posture
  readonly inventory: Inventory
  readonly controls: Controls
  readonly crosshair: Crosshair
  readonly interaction: Interaction
  readonly hands: Hands
  readonly game: GameState
  readonly chat: Chat
  readonly avoided: Avoided
  readonly dangers: Dangers
  readonly chasms: Chasms
  readonly builds: Builds
  readonly protectedLand: ProtectedLand
  readonly corrections: Corrections
  readonly intent = new Intent()
  readonly vision: Vision
  readonly navigator: Navigator
  /** What the client received, for recordings. The agent must not read it. */
  readonly spectator: Spectator
  #reserved: ReadonlySet<string> = new Set()

  constructor(
    client: Client,
    registry: Registry,
    clock: GameClock,
    vision: Vision,
    { avoided, dangers, chasms, builds, protectedLand }: KnownPlaces,
    navigator: Navigator,
    hands: HandsName,
  ) {
    const bot = client[BOT]
    this[BOT] = bot
    if (!vision.omnidirectional) turnGradually(bot, clock)
    this.registry = registry
    this.clock = clock
    this.vision = vision
    this.navigator = navigator
    this.blocks = blockTableOf(registry)
    this.damageLog = new DamageLog(bot, clock)
    this.pickUps = new PickUps(bot, registry, clock)
    this.footing = new Footing(bot)
    this.posture = new Posture(bot, registry)
    this.vitals = new Vitals(bot, this.posture)
    feelPushes(bot, this.posture, this.blocks)
    dismissTheDying(bot)
    fitSizes(bot, registry)
    this.inventory = new Inventory(bot, registry)
    this.controls = new Controls(bot)
    this.hands = new Hands(bot, clock, hands)
    this.crosshair = new Crosshair(bot, registry, clock, this.posture, vision)
    this.interaction = new Interaction(bot, this.hands, this.crosshair)
    this.game = new GameState(bot)
    this.chat = new Chat(bot)
    this.tools = new Tools(bot, this.inventory, registry)
    this.avoided = avoided
    this.dangers = dangers
    this.chasms = chasms
    this.builds = builds
    this.protectedLand = protectedLand
    this.corrections = client.corrections
    bot.on('physicsTick', () =>
      protectedLand.judge((dug) =>
        builds.isOwn(dug) ? undefined : bot.world.getBlockStateId(dug),
      ),
    )
    this.spectator = new Spectator(client)
  }

  get position(): Vec3 {
    return this[BOT].entity.position
  }

  /** The block position of the feet. At the edge of a block, it is the position above the block that supports them. */
  get feet(): Vec3 {
    // Soul sand and farmland are slightly lower than a block: the feet belong to the position above.
    const { x, y, z } = this.position.offset(0, 0.2, 0)
    const position = new Vec3(Math.floor(x), Math.floor(y), Math.floor(z))
    if (!this[BOT].entity.onGround || this.#bears(position)) return position
    const corners = [-PLAYER_HALF_WIDTH, PLAYER_HALF_WIDTH].flatMap((dx) =>
      [-PLAYER_HALF_WIDTH, PLAYER_HALF_WIDTH].map(
        (dz) => new Vec3(Math.floor(x + dx), position.y, Math.floor(z + dz)),
      ),
    )
    const middle = (corner: Vec3) => Math.hypot(corner.x + 0.5 - x, corner.z + 0.5 - z)
    return (
      corners.filter((corner) => this.#bears(corner)).sort((a, b) => middle(a) - middle(b))[0] ??
      position
    )
  }

  #bears(position: Vec3): boolean {
    return this.traitsAt(position).low || this.traits(position.x, position.y - 1, position.z).floor
  }

  get eye(): Vec3 {
    return this.position.offset(0, this.posture.eyeHeight, 0)
  }

  /** Counts of all items carried and worn, by kind, as last confirmed by the server. */
  get carried(): Carried {
    return this.inventory.counts
  }

  /** The kinds of {@link FILLER} blocks that are not reserved. */
  get filler(): readonly string[] {
    return FILLER.filter((kind) => !this.#reserved.has(kind))
  }

  /** Keeps some kinds of blocks for another purpose. @returns how to end that. */
  reserve(kinds: ReadonlySet<string>): () => void {
    this.#reserved = kinds
    return () => {
      this.#reserved = new Set()
    }
  }

  /** Number of {@link filler} blocks in the inventory. */
  get fillerCount(): number {
    return this.inventory.stacksOf(this.filler).reduce((sum, item) => sum + item.count, 0)
  }

  traits(x: number, y: number, z: number): BlockTraits {
    return this.blocks.traits(this.vision.state(x, y, z))
  }

  traitsAt(position: Vec3): BlockTraits {
    return this.traits(position.x, position.y, position.z)
  }

  /** Whether a block belongs to a building that the agent leaves alone, or the server protects it. */
  isProtected(place: Vec3): boolean {
    if (this.protectedLand.has(place.x, place.y, place.z)) return true
    return this.builds.protects(this.traitsAt(place).name, place)
  }

  /** Notes blocks that other players place. */
  watchBuilds(): Unsubscribe {
    return this.builds.watch(this[BOT])
  }

  wait(ticks: number, signal: AbortSignal): Promise<void> {
    return this.clock.wait(ticks, signal)
  }

  /**
   * Waits until a condition holds, checking it in each tick.
   * @returns whether it holds within `ticks`, of a late server within as many of its own.
   */
  async until(holds: () => boolean, ticks: number, signal: AbortSignal): Promise<boolean> {
    const { clock } = this
    const start = clock.tick
    const isEarly = () => clock.missedTicks > 0 && clock.tick - start < ticks
    for (let i = 0; i < ticks || isEarly(); i++) {
      if (holds()) return true
      await this.wait(1, signal)
    }
    return holds()
  }

  /** Releases all keys. */
  release(): void {
    this.controls.release()
  }

  /** Calls a handler in each physics tick. */
  onTick(handler: () => void): Unsubscribe {
    return listen(this[BOT], 'physicsTick', handler)
  }
}
