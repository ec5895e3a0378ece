import type { Unsubscribe } from '#body/listen'
import { isBuried } from '#body/unbury'
import type { SkillContext } from '#skills/core/skill'
import { threats } from '#skills/pursuit/threats'

/** How old what was said or noticed may be to be the cause of a death (ticks). */
const FRESH_TICKS = 20
/** The same for a fall or a monster and the wound that it gave. */
const WOUND_TICKS = 10
/** Falls from less than this hurt nobody (blocks). */
const HARMLESS_FALL = 3
/** How near a monster must be to be thought the killer (blocks), and how often it is looked for (ticks). */
const SUSPECT_RANGE = 16
const LOOKOUT_TICKS = 5

interface Note {
  readonly text: string
  readonly tick: number
}

/**
 * Why the agent dies: what the server says of it, or, where it says nothing, what is most likely by
 * what the agent noticed of its last moments.
 */
export class DeathCause {
  readonly #world: Pick<SkillContext, 'body' | 'memory'>
  readonly #unsubscribe: readonly Unsubscribe[]
  #said: Note | undefined
  #noticed: Note | undefined
  #fall: Note | undefined
  #apex = Number.NEGATIVE_INFINITY
  #foe: Note | undefined
  #health: number

  constructor(world: Pick<SkillContext, 'body' | 'memory'>) {
    this.#world = world
    const { body } = world
    this.#health = body.vitals.health
    this.#unsubscribe = [
      body.vitals.onDeathMessage(this.#onMessage),
      body.vitals.onChange(this.#onHealth),
      body.onTick(this.#onTick),
    ]
  }

  /** No longer follows the body. */
  off(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  /** To be asked when the bot has died. */
  get cause(): string {
    const note = [this.#said, this.#noticed].find((note) => this.#isFresh(note))
    return note?.text ?? 'unknown'
  }

  readonly #onMessage = (text: string) => {
    // Some servers tell no more than that it happened.
    if (!/^(died)?\.?$/.test(text)) this.#said = this.#note(text)
  }

  readonly #onHealth = () => {
    const { health } = this.#world.body.vitals
    if (health < this.#health) this.#noticed = this.#note(this.#suspect())
    this.#health = health
  }

  readonly #onTick = () => {
    const { body } = this.#world
    const { position, footing } = body
    this.#apex = Math.max(this.#apex, position.y)
    if (this.#apex - position.y > HARMLESS_FALL) this.#fall = this.#note('fall')
    // One that goes off is gone by the time the wound is felt.
    if (body.clock.tick % LOOKOUT_TICKS === 0) this.#lookOut()
    if (footing.onGround || footing.inWater) this.#apex = position.y
  }

  #suspect(): string {
    const { body } = this.#world
    const { vitals } = body
    if (body.traitsAt(body.position.floored()).lava) return 'lava'
    if (body.traitsAt(body.eye.floored()).water && vitals.air <= 1) return 'drowning'
    if (isBuried(body)) return 'suffocation'
    if (this.#isFresh(this.#fall, WOUND_TICKS)) return 'fall'
    this.#lookOut()
    if (this.#foe && this.#isFresh(this.#foe, WOUND_TICKS)) return this.#foe.text
    if (vitals.burning) return 'fire'
    return vitals.food === 0 ? 'hunger' : 'unknown'
  }

  #lookOut(): void {
    const [threat] = threats(this.#world, SUSPECT_RANGE)
    if (threat) this.#foe = this.#note(threat.known.kind)
  }

  #note(text: string): Note {
    return { text, tick: this.#world.body.clock.tick }
  }

  #isFresh(note: Note | undefined, ticks = FRESH_TICKS): boolean {
    return note !== undefined && this.#world.body.clock.tick - note.tick <= ticks
  }
}
