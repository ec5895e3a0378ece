// Also where only types are needed, as in the page: the augmentations belong to every program with a body.
/// <reference path="./mineflayer.d.ts" />

import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import type { HandsName } from '#body/hand-limits'
import type { GameClock } from '#clock/game-clock'
import { type BlockTable, type BlockTraits, blockTableOf } from '#knowledge/block-traits'
import { PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import type { Registry } from '#knowledge/registry'
import type { Avoided } from './avoided.ts'
import { BOT } from './bot.ts'
import type { Chasms } from './chasms.ts'
import type { Client } from './client.ts'
import { Controls } from './controls.ts'
import { DamageLog } from './damage-log.ts'
import type { Dangers } from './dangers.ts'
import { Footing } from './footing.ts'
import { GameState } from './game-state.ts'
import { Hands } from './hands.ts'
import { turnGradually } from './head.ts'
import { Intent } from './intent.ts'
import { Interaction } from './interaction.ts'
import { type Carried, Inventory } from './inventory.ts'
import { listen, type Unsubscribe } from './listen.ts'
import type { Navigator } from './navigation/navigator.ts'
import { Posture } from './posture.ts'
import { Spectator } from './spectator.ts'
import { Tools } from './tools.ts'
import { Vitals } from './vitals.ts'

/** Farthest a survival player digs and uses blocks from its eyes (blocks). */
export const REACH = 4.4

/** Blocks that are put under feet and in front of liquids, first those that nothing is made of. */
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

/** What the body's eyes tell it. */
export interface Vision {
  /** Block state at a place as far as the agent may know it; `UNLOADED` where nothing is loaded. */
  state(x: number, y: number, z: number): number
  /** Takes a close look at one block. */
  examine(x: number, y: number, z: number): void
  /** Whether the block at a place is known, and not only taken for what is likely. */
  isKnown(x: number, y: number, z: number): boolean
  /** Light (0-15) at a place that the agent knows; undefined elsewhere, and for eyes that see in the dark. */
  light(x: number, y: number, z: number): number | undefined
  /** Whether they see behind the body, too. */
  readonly omnidirectional: boolean
}

/** What a body has learned of places; who comes back with a new body hands it on. */
export interface KnownPlaces {
  /** Places that did not work out lately. */
  readonly avoided: Avoided
  /** Where not to be for a while. */
  readonly dangers: Dangers
  /** Where there was no ground to be seen. */
  readonly chasms: Chasms
}

/** The agent's body: a mineflayer bot, and what it can do at arm's length. */
export class Body {
  /** For `src/body` alone: the others see what the members below offer. */
  readonly [BOT]: Bot
  readonly registry: Registry
  readonly clock: GameClock
  /** What block states mean. */
  readonly blocks: BlockTable
  readonly tools: Tools
  readonly vitals: Vitals
  readonly damageLog: DamageLog
  readonly footing: Footing
  readonly posture: Posture
  readonly inventory: Inventory
  readonly controls: Controls
  readonly interaction: Interaction
  readonly hands: Hands
  readonly game: GameState
  readonly avoided: Avoided
  readonly dangers: Dangers
  readonly chasms: Chasms
  readonly intent = new Intent()
  readonly vision: Vision
  /** Plans its ways. */
  readonly navigator: Navigator
  /** For those who watch; nothing in the agent may look there. */
  readonly spectator: Spectator

  constructor(
    client: Client,
    registry: Registry,
    clock: GameClock,
    vision: Vision,
    { avoided, dangers, chasms }: KnownPlaces,
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
    this.vitals = new Vitals(bot)
    this.damageLog = new DamageLog(bot, clock)
    this.footing = new Footing(bot)
    this.posture = new Posture(bot, registry)
    this.inventory = new Inventory(bot, registry)
    this.controls = new Controls(bot)
    this.hands = new Hands(bot, clock, hands)
    this.interaction = new Interaction(bot, this.hands)
    this.game = new GameState(bot)
    this.tools = new Tools(bot, this.inventory, registry)
    this.avoided = avoided
    this.dangers = dangers
    this.chasms = chasms
    this.spectator = new Spectator(client)
  }

  get position(): Vec3 {
    return this[BOT].entity.position
  }

  /** The position that the feet are in; at the edge of a block, the one above the block that bears them. */
  get feet(): Vec3 {
    // Soul sand, farmland and the like are a little lower than a block: the feet belong to the position above.
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

  /** Everything that is carried and worn, by kind, as the server last said. */
  get carried(): Carried {
    return this.inventory.counts
  }

  /** How much filler is carried. */
  get fillerCount(): number {
    return this.inventory.stacksOf(FILLER).reduce((sum, item) => sum + item.count, 0)
  }

  traits(x: number, y: number, z: number): BlockTraits {
    return this.blocks.traits(this.vision.state(x, y, z))
  }

  traitsAt(position: Vec3): BlockTraits {
    return this.traits(position.x, position.y, position.z)
  }

  wait(ticks: number, signal: AbortSignal): Promise<void> {
    return this.clock.wait(ticks, signal)
  }

  /**
   * Waits tick by tick until something holds.
   * @returns false when it did not within `ticks`.
   */
  async until(holds: () => boolean, ticks: number, signal: AbortSignal): Promise<boolean> {
    for (let i = 0; i < ticks; i++) {
      if (holds()) return true
      await this.wait(1, signal)
    }
    return holds()
  }

  /** Lets go of all keys. */
  release(): void {
    this.controls.release()
  }

  /** Calls back in every physics tick. */
  onTick(handler: () => void): Unsubscribe {
    return listen(this[BOT], 'physicsTick', handler)
  }
}
