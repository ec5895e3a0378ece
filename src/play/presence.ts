import type { Workplace } from '#life/resident'
import { counted } from '#wire/wording'
import type { CompanionParts } from './companion-parts.ts'
import { Fellows, greeting } from './fellows.ts'
import { orderTitle } from './orders.ts'
import { Speech } from './speech.ts'

/** Time between two updates of what is remembered of the world (ticks). */
const EXCHANGE_TICKS = 1200
/** Time in which a greeting is not repeated (ticks). */
const GREETING_TICKS = 45
/** Time between two looks at what other companions do (ticks). */
const LOOK_TICKS = 20

/** What a presence needs, and whom it reports to. */
export interface PresenceContext extends CompanionParts {
  /** Whether lines such as `<Ann> stop` count where the server names no speaker. */
  readonly readsLines: boolean | undefined
  /** Whether a player's chat gives orders. */
  obeys(player: string): boolean
  /** Receives what players who may give orders say. */
  onHeard(player: string, text: string, isWhisper: boolean): void
  /** A line that looks like one of a player who may give orders does not count. Called at most once. */
  onUnread(player: string): void
  /** The server does not deliver what the companion says, with the server's reason. Called at most once. */
  onMuted(reason: string): void
  /** Called each second with the body in the world. */
  onLook(workplace: Workplace): void
}

/**
 * What the companion does in the world besides its orders: it greets, listens and speaks, leaves other companions their
 * trees, keeps its memory up to date, and protects places.
 */
export class Presence {
  readonly #context: PresenceContext
  readonly #fellows: Fellows
  readonly #speech: Speech
  #hasGreeted = false
  #hasUnread = false
  #isMuted = false
  #greetedAt = Number.NEGATIVE_INFINITY
  #unhear: (() => void)[] = []

  constructor(context: PresenceContext) {
    this.#context = context
    this.#fellows = new Fellows(context.name)
    this.#speech = new Speech(context.clock)
  }

  /** Begins in the body of a new connection, or ends with null. */
  change(workplace: Workplace | null): void {
    for (const unhear of this.#unhear.splice(0)) unhear()
    if (!workplace) return
    const { body } = workplace.world
    const { clock, sightings, readsLines, onHeard, onLook } = this.#context
    let exchangedAt = clock.tick
    this.#unhear = [
      body.chat.onSpoken(({ speaker, text, isWhisper }) => {
        if (this.#fellows.hear(speaker, text)) this.#greetBack()
        if (!this.obeys(speaker)) return
        sightings.notePeople(workplace)
        onHeard(speaker, text, isWhisper)
      }, readsLines),
      readsLines ? () => {} : body.chat.onUnnamed((player) => this.#noteUnread(player)),
      body.chat.onMuted((reason) => this.#noteMuted(reason)),
      body.onTick(() => {
        this.#speech.tick(body)
        if (clock.tick % LOOK_TICKS === 0) {
          this.#fellows.yieldSources(workplace)
          onLook(workplace)
        }
        if (clock.tick - exchangedAt < EXCHANGE_TICKS) return
        exchangedAt = clock.tick
        sightings.exchange(workplace)
      }),
      () => sightings.exchange(workplace),
    ]
    sightings.exchange(workplace)
    this.protect(workplace)
    if (!this.#hasGreeted) this.#greet()
    this.#hasGreeted = true
  }

  /** Says a text in the chat soon. */
  speak(text: string): void {
    this.#speech.say(text)
  }

  /** Whether a player's chat gives orders: what other companions say does not. */
  obeys(player: string): boolean {
    return this.#context.obeys(player) && !this.#fellows.has(player)
  }

  /** Lets the body protect the zones of its dimension. */
  protect({ world }: Workplace): void {
    const { dimension } = world.body.game
    const zones = this.#context.memory
      .all('places')
      .filter((place) => place.radius > 0 && place.dimension === dimension)
    world.body.builds.protectZones(zones)
  }

  #noteUnread(player: string): void {
    if (this.#hasUnread || !this.obeys(player)) return
    this.#hasUnread = true
    this.#context.onUnread(player)
  }

  #noteMuted(reason: string): void {
    if (this.#isMuted) return
    this.#isMuted = true
    this.#context.onMuted(reason)
  }

  /** Introduces itself to another companion, unless that one has just heard its greeting. */
  #greetBack(): void {
    const { clock, name, say } = this.#context
    if (clock.tick - this.#greetedAt < GREETING_TICKS) return
    this.#greetedAt = clock.tick
    say(greeting(name))
  }

  #greet(): void {
    const { clock, name, queue, say } = this.#context
    this.#greetedAt = clock.tick
    say(greeting(name))
    const { all, current } = queue
    if (current)
      say(`I remember ${counted(all.length, 'order')} and continue: ${orderTitle(current.order)}.`)
    else if (all.length > 0)
      say(`I remember ${counted(all.length, 'order')} on hold: say "continue".`)
  }
}
