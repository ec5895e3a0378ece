import { type Duplex, PassThrough } from 'node:stream'
import type { Bot } from 'mineflayer'
import { afterEach, beforeEach, expect } from 'vitest'
import { GameClock } from '#clock/game-clock'
import type { PerceptionMode } from '#perception/perception-modes'
import type { Companion } from '#play/companion'
import { Memory } from '#play/memory'
import type { SchematicShelf } from '#play/schematics/shelf'
import type { Player } from '#world/player'
import type { PracticeWorldOptions } from '#world/practice-world'
import { stacksOf } from '#world/windows/stacks'
import { plantGrove } from './grove.ts'
import { joinAs, type Practice, practice } from './practice.ts'

const VERSION = '1.16.5'
const SETTLE_TICKS = 40
/** Distance of the player whom the companion does not obey (blocks). */
const STRANGER_AWAY = 6
/** The only player that the companion of {@link companionStage} obeys. */
const OWNER = 'Ann'

/** How a companion joins. */
export interface CompanionOptions {
  readonly name: string
  readonly perception: PerceptionMode
  readonly memory: Memory
  readonly said: string[]
  /** Receives the player whose lines it ignores because the server names no speaker. */
  readonly unread?: string[]
  /** Receives the server's reason for not delivering what it says. */
  readonly muted?: string[]
  readonly schematics?: SchematicShelf
  /** Whether it obeys lines of chat that the server gives no speaker. */
  readonly readsLines?: boolean
  /** Opens its connection; by default, within this process. */
  readonly connect?: () => Duplex
  obeys(player: string): boolean
}

/** Memory that ends with the test. */
export function shortMemory(): Promise<Memory> {
  return Memory.open(':memory:', { notice: () => {} })
}

/** Lets a companion join a practice world. */
export async function joinCompanion(
  { simulation, world, run }: Practice,
  {
    name,
    perception,
    memory,
    said,
    unread,
    muted,
    schematics,
    readsLines,
    connect,
    obeys,
  }: CompanionOptions,
): Promise<Companion> {
  const { Companion, companionSettings } = await import('#play/companion')
  const companion = new Companion({
    connection: {
      ...{ host: '127.0.0.1', port: world.port, version: VERSION, username: name },
      auth: 'offline',
      connect: connect ?? (() => world.connect()),
    },
    settings: companionSettings({ perception }),
    clock: new GameClock(),
    memory,
    onUncaught: () => () => {},
    obeys,
    onSaid: (text) => said.push(text),
    onUnread: (player) => unread?.push(player),
    onMuted: (reason) => muted?.push(reason),
    ...(schematics && { schematics }),
    ...(readsLines !== undefined && { readsLines }),
  })
  await run(companion.joined)
  await simulation.advance(SETTLE_TICKS)
  return companion
}

export interface CompanionStageOptions {
  readonly perception?: PerceptionMode
  readonly world?: Partial<PracticeWorldOptions>
  /** Whether trees stand around the spawn. */
  readonly trees?: boolean
  /** Whether the companion obeys lines of chat that the server gives no speaker. */
  readonly readsLines?: boolean
}

/** A companion in a flat practice world, with the player it obeys. */
export interface CompanionStage {
  readonly session: Practice
  readonly ann: Bot
  readonly companion: Companion
  readonly memory: Memory
  /** What the companion said in this test. */
  readonly said: readonly string[]
  /** Players whose lines it ignored because the server names no speaker. */
  readonly unread: readonly string[]
  /** The server's reasons for not delivering what it said. */
  readonly muted: readonly string[]
  /** While true, the server refuses connections. */
  isDown: boolean
  /** Lets the companion join again after it left. */
  start(options?: { perception?: PerceptionMode; schematics?: SchematicShelf }): Promise<void>
  /** Lets the companion leave, as the end of its process does. */
  leave(): Promise<void>
  player(name: string): Player
  /** Gives the companion items as if it had picked them up. */
  give(items: Readonly<Record<string, number>>): Promise<void>
  /** Lets game time pass until a condition holds, and fails after `ticks`. */
  until(condition: () => boolean, ticks?: number): Promise<void>
  /** Whether the companion said something that matches. */
  heard(pattern: RegExp): () => boolean
  advance(ticks: number): Promise<void>
}

/** Opens a stage before each test of a suite, and closes it afterwards. */
export function companionStage(options: CompanionStageOptions = {}): () => CompanionStage {
  let stage: OpenStage | undefined
  beforeEach(async () => {
    stage = await OpenStage.open(options)
  })
  afterEach(() => stage?.close())
  return () => {
    if (!stage) throw new Error('only within a test')
    return stage
  }
}

class OpenStage implements CompanionStage {
  readonly said: string[] = []
  readonly unread: string[] = []
  readonly muted: string[] = []
  isDown = false
  companion!: Companion
  readonly session: Practice
  readonly ann: Bot
  readonly memory: Memory
  readonly #options: CompanionStageOptions

  private constructor(
    options: CompanionStageOptions,
    parts: Pick<CompanionStage, 'session' | 'ann' | 'memory'>,
  ) {
    this.#options = options
    this.session = parts.session
    this.ann = parts.ann
    this.memory = parts.memory
  }

  static async open(options: CompanionStageOptions): Promise<OpenStage> {
    const session = await practice({ version: VERSION, ...options.world })
    if (options.trees) plantGrove(session.world)
    const memory = await shortMemory()
    const ann = await joinAs(session, OWNER)
    const stage = new OpenStage(options, { session, ann, memory })
    // The stranger would pick up what Ann is to get.
    const stranger = stage.player('tester')
    const { editor } = session.world.game
    editor.teleport(stranger, stranger.position.offset(0, 0, STRANGER_AWAY))
    await stage.start()
    return stage
  }

  start: CompanionStage['start'] = async ({ perception, schematics } = {}) => {
    this.companion = await joinCompanion(this.session, {
      ...{ name: 'Delver', memory: this.memory, said: this.said },
      ...{ unread: this.unread, muted: this.muted },
      perception: perception ?? this.#options.perception ?? 'loaded',
      readsLines: this.#options.readsLines ?? false,
      ...(schematics && { schematics }),
      connect: () => (this.isDown ? refused() : this.session.world.connect()),
      obeys: (player) => player === OWNER,
    })
  }

  leave = () => this.session.run(this.companion.leave())

  async close(): Promise<void> {
    await this.leave()
    this.ann.end()
    this.memory.close()
    await this.session.close()
  }

  player = (name: string): Player => {
    const found = [...this.session.world.game.players].find((one) => one.name === name)
    if (!found) throw new Error(`no player ${name}`)
    return found
  }

  give = async (items: Readonly<Record<string, number>>) => {
    const { registry } = this.session.world.game
    const stacks = stacksOf(registry)
    const { inventory } = this.player('Delver')
    for (const [item, count] of Object.entries(items)) {
      const size = registry.stackSize(item)
      for (let left = count; left > 0; left -= size)
        inventory.give(stacks.make(item, Math.min(size, left)))
    }
    await this.advance(10)
  }

  until = async (condition: () => boolean, ticks = 6000) => {
    for (let waited = 0; waited < ticks && !condition(); waited += 5) await this.advance(5)
    expect([condition(), this.said]).toEqual([true, this.said])
  }

  heard = (pattern: RegExp) => () => this.said.some((text) => pattern.test(text))

  advance = (ticks: number) => this.session.simulation.advance(ticks)
}

/** A connection that the server refuses. */
function refused(): Duplex {
  const line = new PassThrough()
  setTimeout(() => line.destroy(new Error('connect ECONNREFUSED')), 50)
  return line
}
