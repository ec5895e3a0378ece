import type { LiveWords } from '#trial/live-words'
import type { SpeedRequest, SpeedStatus } from '../protocol.ts'
import type { RecordingLine } from '../recording-format.ts'
import type { ItemIcons } from './item-icons.ts'
import type { ReplaySink, ReplaySource } from './replay-source.ts'
import type { Connection } from './server-fetch.ts'
import { TICKS_PER_SECOND } from './state/game-time.ts'
import { advance, type Playhead } from './state/playhead.ts'
import { RACE_COLOURS, shortNames } from './state/race.ts'
import { NO_RIVALS, type Rivals, rivalsOf } from './state/splits.ts'
import { Timeline } from './state/timeline.ts'
import type { ViewOptions } from './state/view-options.ts'
import { TickAddress } from './tick-address.ts'

/** Interval in which the panels follow the playhead, even while the view draws fewer frames (ms). */
const PANELS_MS = 50

/** Longest time (s) that a frame counts for: a page in the background gets no frames. */
const MAX_FRAME = 0.25

/** The speeds of a replay, and of a running trial (multiples of real time). */
export const REPLAY_SPEEDS = [1, 4, 16, 64] as const
export const TRIAL_SPEEDS = [1, 4, 16, 'max'] as const

/** Initial speed of a replay, in multiples of real time. */
const REPLAY_SPEED = 4

/** The end of a live trial that is shown again when it is over (ticks), and its speed (multiples of real time). */
const FINALE_TICKS = 20 * TICKS_PER_SECOND
const FINALE_SPEED = 2

/** A trial of a race. */
export interface Racer {
  readonly name: string
  /** CSS colour. */
  readonly colour: string
  readonly timeline: Timeline
  readonly source: ReplaySource
  /** Whether nothing more follows. */
  hasEnded: boolean
}

/** Plays a trial, or several at the same ticks: it moves the playhead along the known timeline, frame by frame. */
export class Playback {
  /** The trials, in the order of their sources; one outside of races. */
  readonly racers: readonly Racer[]
  /** Index of the trial that the page follows. */
  lead = 0
  head: Playhead
  /** Null when the trial's own speed is not known. */
  speed: SpeedStatus | null = null
  /** Null until they are loaded. */
  icons: ItemIcons | null = null
  isReady = false
  isOver = false
  /** Whether the page shows the last seconds of a live trial again. */
  isFinale = false
  /** Whether it has played to the trial's end. */
  hasFinished = false
  connection: Connection = 'open'
  /** What the language model has said so far in a pending call of a running trial; null without one. */
  words: LiveWords | null = null
  /** The other trials of the folder, as far as they are known. */
  rivals: Rivals = NO_RIVALS
  readonly #onFrame: ((seconds: number) => void)[] = []
  readonly #onStep: (() => void)[] = []
  #movedMs = performance.now()
  /** The tick to jump to once everything is loaded. */
  #wanted: number | null
  readonly #plays: boolean
  /** Number of trials that are loaded. */
  #loaded = 0
  readonly #address = new TickAddress((tick) => this.seek(tick))

  /**
   * @param sources One trial, or several that are shown at the same tick.
   * @param options What the page's address asks for.
   */
  constructor(
    sources: readonly [ReplaySource, ...ReplaySource[]],
    options: Pick<ViewOptions, 'speed' | 'plays'>,
  ) {
    const names = shortNames(sources.map(({ id }) => id ?? ''))
    this.racers = sources.map((source, i) => ({
      name: names[i] ?? '',
      colour: RACE_COLOURS[i % RACE_COLOURS.length] ?? '',
      timeline: new Timeline(),
      source,
      hasEnded: false,
    }))
    const isLive = sources.some((source) => source.isLive)
    this.#plays = options.plays
    this.#wanted = this.#address.tick
    this.head = {
      tick: 0,
      isPlaying: true,
      isLive,
      speed: options.speed ?? REPLAY_SPEED,
    }
  }

  /** The followed trial. */
  get timeline(): Timeline {
    return this.#followed.timeline
  }

  get source(): ReplaySource {
    return this.#followed.source
  }

  get #followed(): Racer {
    const racer = this.racers[this.lead]
    if (!racer) throw new Error(`no trial ${this.lead}`)
    return racer
  }

  /** Follows another trial of a race, by its index. */
  follow(racer: number): void {
    if (racer < this.racers.length) this.lead = racer
  }

  /** The length so far (ticks), of the longest trial, at least 1. */
  get length(): number {
    return Math.max(1, this.#end)
  }

  /** The last tick that is known of all trials: those that run are not shown behind those that are over. */
  get #end(): number {
    const running = this.racers.filter(({ hasEnded }) => !hasEnded)
    const ends = (racers: readonly Racer[]) => racers.map(({ timeline }) => timeline.end)
    return running.length > 0 ? Math.min(...ends(running)) : Math.max(...ends(this.racers))
  }

  /** Whether a trial was running when the page was loaded. */
  get hasLive(): boolean {
    return this.racers.some(({ source }) => source.isLive)
  }

  /** The trial's tick limit; null while it is not known. */
  get budget(): number | null {
    return this.timeline.trial.start?.settings.maxTicks ?? null
  }

  /** Adds a function that is called some times per second, however slow frames are. */
  onStep(act: () => void): void {
    this.#onStep.push(act)
  }

  /** Adds a function that is called in each frame. */
  onFrame(act: (seconds: number) => void): void {
    this.#onFrame.push(act)
  }

  /** Loads the trial and starts to play it. */
  async start(): Promise<void> {
    this.#nextFrame(performance.now())
    setInterval(() => {
      this.#move(performance.now())
      for (const act of this.#onStep) act()
    }, PANELS_MS)
    const chunks = new Map<string, string>()
    await Promise.all(this.racers.map((racer) => racer.source.start(this.#sink(racer, chunks))))
  }

  /** @param chunks Texts of chunks, which trials of one world share. */
  #sink(racer: Racer, chunks: Map<string, string>): ReplaySink {
    const isRace = this.racers.length > 1
    const { timeline } = racer
    return {
      onEvents: (events) => timeline.add(events),
      onHeader: (header) => {
        timeline.header = header
      },
      onLines: (lines) => {
        for (const line of lines)
          timeline.lines.push(isRace && line.name === 'chunk' ? shared(line, chunks) : line)
      },
      onWords: (words) => {
        this.words = words
      },
      onSpeed: (status) => {
        this.speed = status
      },
      onReady: () => {
        this.#loaded++
        if (this.#loaded === this.racers.length) this.#ready()
      },
      onOver: () => {
        timeline.close()
        racer.hasEnded = true
        if (this.racers.every(({ hasEnded }) => hasEnded)) this.#over()
      },
      onConnection: (state) => {
        this.connection = state
        // A server that is back sends its speed and the words again.
        if (state === 'open') return
        this.speed = null
        this.words = null
      },
    }
  }

  #ready(): void {
    this.isReady = true
    void this.#loadRivals()
    if (this.#wanted !== null) this.seek(this.#wanted)
    if (this.#plays && !this.head.isLive) this.head = { ...this.head, isPlaying: true }
  }

  /** Jumps to a tick, or to the last known tick before it, and pauses. */
  seek(tick: number): void {
    if (!this.isReady) this.#wanted = tick
    const target = Math.min(this.#end, Math.max(0, Math.round(tick)))
    this.head = { ...this.head, tick: target, isPlaying: false, isLive: false }
    this.#stopFinale()
    this.#address.set(target)
  }

  /** Plays or pauses; at the end of the trial, it plays from the start. */
  togglePlay(): void {
    const { tick, isPlaying, isLive } = this.head
    if (isLive) {
      void this.ask({ speed: this.speed?.paused ? this.speed.speed : 'pause' })
      return
    }
    const from = !isPlaying && tick >= this.#end && this.isOver ? 0 : tick
    this.#stopFinale()
    this.head = { ...this.head, tick: from, isPlaying: !isPlaying }
  }

  /** Sets the replay's speed, in multiples of real time. */
  setReplaySpeed(speed: number): void {
    this.head = { ...this.head, speed, isPlaying: true }
  }

  /** Changes to the next lower (-1) or higher (1) speed, of the replay or of the running trial. */
  changeSpeed(way: -1 | 1): void {
    const { isLive, isPlaying, speed } = this.head
    if (!isLive) {
      const next = nextSpeed(REPLAY_SPEEDS, speed, way)
      this.head = { ...this.head, speed: next, isPlaying }
      return
    }
    const now = this.speed?.speed ?? 'max'
    const next = nextSpeed(
      TRIAL_SPEEDS.map((one) => (one === 'max' ? Number.POSITIVE_INFINITY : one)),
      now === 'max' ? Number.POSITIVE_INFINITY : now,
      way,
    )
    void this.ask({ speed: Number.isFinite(next) ? next : 'max' })
  }

  /** Follows a running trial again. */
  goLive(): void {
    if (this.isOver) return
    this.head = { ...this.head, isLive: true }
    this.#address.set(null)
  }

  /** Changes the speed of the trial itself, if the server allows it. */
  async ask(request: SpeedRequest): Promise<void> {
    if (this.speed?.controllable) await this.source.setSpeed(request)
  }

  async #loadRivals(): Promise<void> {
    // The connection's notice reports a lost server.
    const rows = await this.source.rows().catch(() => [])
    if (this.source.id !== null) this.rivals = rivalsOf(this.source.id, rows)
  }

  #over(): void {
    this.isOver = true
    if (this.hasLive) void this.#loadRivals()
    if (!this.head.isLive) return
    if (this.racers.length > 1) {
      this.head = { ...this.head, isLive: false, isPlaying: true }
      return
    }
    this.isFinale = true
    this.head = {
      tick: Math.max(0, this.#end - FINALE_TICKS),
      isLive: false,
      isPlaying: true,
      speed: FINALE_SPEED,
    }
  }

  #stopFinale(): void {
    if (this.isFinale) this.head = { ...this.head, speed: REPLAY_SPEED }
    this.isFinale = false
    this.hasFinished = false
  }

  /** Moves the playhead, and notes when it reaches the trial's end. */
  #advance(seconds: number): void {
    const { isPlaying } = this.head
    this.head = advance(this.head, seconds, this.#end)
    if (!this.isOver || !isPlaying || this.head.isPlaying) return
    this.#stopFinale()
    this.hasFinished = true
  }

  /** Moves to the present. */
  #move(now: number): void {
    const seconds = Math.min(MAX_FRAME, Math.max(0, (now - this.#movedMs) / 1000))
    this.#movedMs = now
    if (this.isReady || this.head.isLive) this.#advance(seconds)
    for (const { timeline } of this.racers) timeline.moveTo(Math.floor(this.head.tick))
    this.#address.write(now)
  }

  #nextFrame(last: number): void {
    requestAnimationFrame(() => {
      const now = performance.now()
      this.#move(now)
      for (const act of this.#onFrame) act(Math.min(MAX_FRAME, (now - last) / 1000))
      this.#nextFrame(now)
    })
  }
}

/** A line whose chunk is the same text as that of an equal one, which saves memory. */
function shared(
  line: RecordingLine & { name: 'chunk' },
  chunks: Map<string, string>,
): RecordingLine {
  const chunk = chunks.get(line.chunk) ?? line.chunk
  chunks.set(chunk, chunk)
  return { ...line, chunk }
}

/** The next speed below or above one; the same if there is none. */
function nextSpeed(speeds: readonly number[], now: number, way: -1 | 1): number {
  const next = way > 0 ? speeds.find((one) => one > now) : speeds.findLast((one) => one < now)
  return next ?? now
}
