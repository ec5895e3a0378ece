import type { SkillContext } from '../../../skills/skill.ts'
import { threats } from '../../../skills/threats.ts'
import { serverText } from '../../body/server-text.ts'

/** How old what was said or noticed may be to be the cause of a death (ticks). */
const FRESH_TICKS = 20
/** The same for a fall or a monster and the wound that it gave. */
const WOUND_TICKS = 10
/** Falls from less than this hurt nobody (blocks). */
const HARMLESS_FALL = 3
/** How near a monster must be to be thought the killer (blocks), and how often it is looked for (ticks). */
const SUSPECT_RANGE = 16
const LOOKOUT_TICKS = 5
/** Number of a player's death among the events of fights, up to 1.16. */
const DEATH = 2
/** The bit of an entity's first metadata that says it burns. */
const BURNING = 1

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
  #said: Note | undefined
  #noticed: Note | undefined
  #fall: Note | undefined
  #apex = Number.NEGATIVE_INFINITY
  #foe: Note | undefined
  #health: number

  constructor(world: Pick<SkillContext, 'body' | 'memory'>) {
    this.#world = world
    const { bot } = world.body
    this.#health = bot.health
    bot._client.on('combat_event', this.#onCombat)
    bot._client.on('death_combat_event', this.#onCombat)
    bot.on('health', this.#onHealth)
    bot.on('physicsTick', this.#onTick)
  }

  /** No longer follows the bot. */
  off(): void {
    const { bot } = this.#world.body
    bot._client.off('combat_event', this.#onCombat)
    bot._client.off('death_combat_event', this.#onCombat)
    bot.off('health', this.#onHealth)
    bot.off('physicsTick', this.#onTick)
  }

  /** To be asked when the bot has died. */
  get cause(): string {
    const note = [this.#said, this.#noticed].find((note) => this.#isFresh(note))
    return note?.text ?? 'unknown'
  }

  readonly #onCombat = ({ event = DEATH, message }: { event?: number; message?: unknown }) => {
    const { bot } = this.#world.body
    if (event !== DEATH) return
    const text = serverText(bot.version, message).replace(bot.username, '').trim()
    // Some servers tell no more than that it happened.
    if (!/^(died)?\.?$/.test(text)) this.#said = this.#note(text)
  }

  readonly #onHealth = () => {
    const { bot } = this.#world.body
    if (bot.health < this.#health) this.#noticed = this.#note(this.#suspect())
    this.#health = bot.health
  }

  readonly #onTick = () => {
    const { body } = this.#world
    const { position, bot } = body
    this.#apex = Math.max(this.#apex, position.y)
    if (this.#apex - position.y > HARMLESS_FALL) this.#fall = this.#note('fall')
    // One that goes off is gone by the time the wound is felt.
    if (body.clock.tick % LOOKOUT_TICKS === 0) this.#lookOut()
    const { isInWater } = bot.entity as { isInWater?: boolean }
    if (bot.entity.onGround || isInWater) this.#apex = position.y
  }

  #suspect(): string {
    const { body } = this.#world
    const { bot } = body
    if (body.traitsAt(body.position.floored()).lava) return 'lava'
    if (body.traitsAt(body.eye.floored()).water && (bot.oxygenLevel ?? 20) <= 1) return 'drowning'
    if (this.#isFresh(this.#fall, WOUND_TICKS)) return 'fall'
    this.#lookOut()
    if (this.#foe && this.#isFresh(this.#foe, WOUND_TICKS)) return this.#foe.text
    if (Number(bot.entity.metadata[0]) & BURNING) return 'fire'
    return bot.food === 0 ? 'hunger' : 'unknown'
  }

  #lookOut(): void {
    const [threat] = threats(this.#world, SUSPECT_RANGE)
    if (threat) this.#foe = this.#note(threat.entity.name ?? 'monster')
  }

  #note(text: string): Note {
    return { text, tick: this.#world.body.clock.tick }
  }

  #isFresh(note: Note | undefined, ticks = FRESH_TICKS): boolean {
    return note !== undefined && this.#world.body.clock.tick - note.tick <= ticks
  }
}
