import { copyFileSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Duplex, PassThrough } from 'node:stream'
import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { GameClock } from '#clock/game-clock'
import { Simulation } from '#clock/simulation'
import type { Difficulty } from '#knowledge/difficulty'
import type { PerceptionMode } from '#perception/perception-modes'
import type { Companion } from '#play/companion'
import { Memory } from '#play/memory'
import type { QueuedOrder } from '#play/order-queue'
import type { SchematicShelf } from '#play/schematics/shelf'
import { UncaughtErrors } from '#trial/uncaught-errors'
import type { Player } from '#world/player'
import type { PracticeWorld } from '#world/practice-world'

const VERSION = '1.16.5'
const NAME = 'Delver'
/** Limit on the time of one dig (ticks). */
const DIG_TICKS = 600
/** Players whose chat gives orders. */
export const OWNERS: readonly string[] = ['Ann', 'Ben']

export interface StageOptions {
  readonly seed: number
  readonly difficulty: Difficulty
  readonly perception: PerceptionMode
  /** What the companion can build; omitted for the package's own. */
  readonly schematics?: SchematicShelf
}

/** Something that the companion said. */
export interface Said {
  readonly tick: number
  readonly text: string
}

/** A practice world on simulated time with a companion in it, and other players as bare clients. */
export class CompanionStage {
  readonly simulation: Simulation
  readonly world: PracticeWorld
  memory: Memory
  readonly said: Said[] = []
  /** The last skill that the companion has begun, and the tick of its start. */
  lastSkill = { name: 'none', tick: 0 }
  /** Errors that nothing has handled. */
  readonly errors: string[] = []
  companion!: Companion
  /** The orders that it remembered when its process began. */
  remembered: readonly QueuedOrder[] = []
  /** The companion's body; null while it has none. */
  body: Body | null = null
  /** Whether the server refuses connections. */
  isDown = false
  /** Ticks since the beginning. */
  tick = 0
  /** Called after each tick. */
  onTick: () => void = () => {}
  #line: Duplex | undefined
  /** Tick at which the companion last swung at a block, by its place. */
  readonly #digs = new Map<string, number>()
  #file: string
  readonly #options: StageOptions
  readonly #over = new AbortController()
  readonly #uncaught: UncaughtErrors

  private constructor(
    options: StageOptions,
    simulation: Simulation,
    world: PracticeWorld,
    memory: Memory,
    file: string,
  ) {
    this.#file = file
    this.#options = options
    this.simulation = simulation
    this.world = world
    this.memory = memory
    this.#uncaught = new UncaughtErrors(this.#over.signal)
    this.#uncaught.unhandled.catch((error: unknown) => this.errors.push(String(error)))
    world.game.players.on('join', (player) => {
      if (player.name !== NAME) return
      player.receive<{ location: Place }>('block_dig', ({ location }) =>
        this.#digs.set(placeKey(location), this.tick),
      )
    })
  }

  static async open(options: StageOptions): Promise<CompanionStage> {
    const file = newFile()
    const memory = await memoryIn(file)
    const simulation = Simulation.install(options.seed)
    const { PracticeWorld } = await import('#world/practice-world')
    const { seed, difficulty } = options
    const world = await simulation.run(
      PracticeWorld.start({
        seed,
        difficulty,
        version: VERSION,
        viewDistance: 5,
        operators: OWNERS,
      }),
    )
    const stage = new CompanionStage(options, simulation, world, memory, file)
    await stage.start()
    return stage
  }

  /** Lets the companion join, with the memory of the last one. */
  async start(): Promise<void> {
    const { Companion, companionSettings } = await import('#play/companion')
    const { perception, schematics } = this.#options
    this.companion = new Companion({
      connection: {
        ...{ host: '127.0.0.1', port: this.world.port, version: VERSION, username: NAME },
        auth: 'offline',
        connect: () => {
          this.#line = this.isDown ? refused() : this.world.connect()
          return this.#line
        },
      },
      settings: companionSettings({ perception }),
      ...(schematics && { schematics }),
      clock: new GameClock(),
      memory: this.memory,
      onUncaught: this.#uncaught.onError,
      obeys: (player) => OWNERS.includes(player),
      watchBody: (body) => {
        this.body = body
        return () => {
          if (this.body === body) this.body = null
        }
      },
      onSaid: (text) => this.said.push({ tick: this.tick, text }),
      onEvent: (event) => {
        // It is what "stop" asks for.
        if (event.type === 'skill-start' && event.skill !== 'stand-still')
          this.lastSkill = { name: event.skill, tick: this.tick }
      },
    })
    this.remembered = this.companion.orders
    await this.simulation.run(this.companion.joined)
    await this.advance(40)
  }

  /** Lets the companion leave, as the end of its process does. */
  async stop(): Promise<void> {
    await this.simulation.run(this.companion.leave())
  }

  /**
   * Lets the process of the companion end at once, as by SIGKILL: what the disk holds then is all that is left, and the
   * server sees a closed connection.
   */
  async kill(): Promise<void> {
    const left = newFile()
    for (const part of ['', '-wal'])
      if (existsSync(this.#file + part)) copyFileSync(this.#file + part, left + part)
    const { companion, memory } = this
    this.memory = await memoryIn(left)
    this.#line?.destroy()
    await this.simulation.run(companion.leave())
    memory.close()
    this.#file = left
  }

  /** Lets another player join. */
  async join(username: string): Promise<Bot> {
    const { default: mineflayer } = await import('mineflayer')
    const connect = (client: {
      setSocket(socket: unknown): void
      emit(event: 'connect'): void
    }) => {
      client.setSocket(this.world.connect())
      setTimeout(() => client.emit('connect'), 100)
    }
    const options = { username, version: VERSION, auth: 'offline', connect }
    const bot = mineflayer.createBot(
      options as unknown as Parameters<typeof mineflayer.createBot>[0],
    )
    await this.simulation.run(new Promise<void>((resolve) => bot.once('spawn', () => resolve())))
    await this.advance(20)
    return bot
  }

  async advance(ticks: number): Promise<void> {
    for (let left = ticks; left > 0; left--) {
      await this.simulation.advance(1)
      this.tick++
      this.onTick()
    }
  }

  /** Waits for a condition. @returns whether it came true within the limit. */
  async until(condition: () => boolean, ticks: number): Promise<boolean> {
    for (let waited = 0; waited < ticks && !condition(); waited += 5) await this.advance(5)
    return condition()
  }

  player(name: string): Player | undefined {
    return [...this.world.game.players].find((one) => one.name === name)
  }

  /** Whether the companion has swung at a block of late. Creepers break blocks, too. */
  hasDug(place: Place): boolean {
    const at = this.#digs.get(placeKey(place))
    return at !== undefined && this.tick - at <= DIG_TICKS
  }

  /** How many items a player carries whose names match. */
  carried(name: string, item: RegExp): number {
    const { held = {} } = this.world.carried(name) ?? {}
    return Object.entries(held).reduce((sum, [kind, n]) => sum + (item.test(kind) ? n : 0), 0)
  }

  async close(): Promise<void> {
    await this.stop()
    this.#over.abort()
    await this.simulation.run(this.world.close())
    this.simulation.uninstall()
    this.memory.close()
  }
}

interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}

function placeKey({ x, y, z }: Place): string {
  return `${x} ${y} ${z}`
}

/** A path for a memory that no other one has. */
function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'delver-companion-')), 'memory.sqlite')
}

function memoryIn(file: string): Promise<Memory> {
  return Memory.open(file, { notice: (text) => console.error(text) })
}

/** A connection that the server refuses. */
function refused(): Duplex {
  const line = new PassThrough()
  setTimeout(() => line.destroy(new Error('connect ECONNREFUSED')), 50)
  return line
}

/** The place on the ground nearest in height. */
export function onGround({ world }: CompanionStage, place: Vec3): Vec3 {
  const { level } = world.game
  const { x, y, z } = place.floored()
  for (let up = 0; up < 32; up++)
    for (const height of [y + up, y - up])
      if (
        level.solid(x, height - 1, z) &&
        !/leaves|_log$/.test(level.name(x, height - 1, z)) &&
        !level.solid(x, height, z) &&
        !level.solid(x, height + 1, z)
      )
        return new Vec3(x + 0.5, height, z + 0.5)
  return place
}
