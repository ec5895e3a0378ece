import type { Unsubscribe } from '#body/listen'
import { isBuried } from '#body/unbury'
import type { SkillContext } from '#skills/core/skill'
import { threats } from '#skills/pursuit/threats'

/** Maximum age at which a message or an observation explains a death (ticks). */
const FRESH_TICKS = 20
/** Maximum time between a fall, a monster or an explosion and the damage it causes (ticks). */
const DAMAGE_TICKS = 10
/** Falls from less than this cause no damage (blocks). */
const HARMLESS_FALL = 3
/** Range in which a monster is suspected (blocks), and the interval at which the agent looks for one (ticks). */
const SUSPECT_RANGE = 16
const LOOKOUT_TICKS = 5
/** Half the width of a player, and a margin: blocks within it touch the player (blocks). */
const HALF_WIDTH = 0.31
/** Height of a player (blocks). */
const HEIGHT = 1.8
const UNKNOWN = 'unknown'

/** Blocks that damage a player who touches them or, where `below` is set, stands on them. */
const HARMFUL: readonly {
  readonly block: RegExp
  readonly cause: string
  readonly below?: true
}[] = [
  { block: /^cactus$/, cause: 'cactus' },
  { block: /^sweet_berry_bush$/, cause: 'sweet berry bush' },
  { block: /^(soul_)?(fire|campfire)$/, cause: 'fire' },
  { block: /^magma_block$/, cause: 'magma block', below: true },
]

interface Note {
  readonly text: string
  readonly tick: number
}

/**
 * Why the agent dies: the server's message or, without one, the most likely cause by what the agent noticed in its last
 * moments.
 */
export class DeathCause {
  readonly #world: Pick<SkillContext, 'body' | 'memory'>
  readonly #unsubscribe: readonly Unsubscribe[]
  #message: Note | undefined
  #suspected: Note | undefined
  #fall: Note | undefined
  #explosion: Note | undefined
  #foe: Note | undefined
  #apex = Number.NEGATIVE_INFINITY
  #health: number

  constructor(world: Pick<SkillContext, 'body' | 'memory'>) {
    this.#world = world
    const { body } = world
    this.#health = body.vitals.health
    this.#unsubscribe = [
      body.vitals.onDeathMessage(this.#onMessage),
      body.vitals.onExplosion(this.#onExplosion),
      body.vitals.onChange(this.#onHealth),
      body.onTick(this.#onTick),
    ]
  }

  /** Stops watching the body. */
  off(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  /** The cause of a death that has just happened. */
  get cause(): string {
    const note = [this.#message, this.#suspected].find((note) => this.#isFresh(note))
    return note?.text ?? UNKNOWN
  }

  readonly #onMessage = (text: string) => {
    // Some servers name no cause.
    if (!/^(died)?\.?$/.test(text)) this.#message = this.#note(text)
  }

  readonly #onExplosion = () => {
    this.#explosion = this.#note('explosion')
  }

  readonly #onHealth = () => {
    const { health } = this.#world.body.vitals
    if (health < this.#health) this.#suspect()
    this.#health = health
  }

  readonly #onTick = () => {
    const { body } = this.#world
    const { position, footing } = body
    this.#apex = Math.max(this.#apex, position.y)
    if (this.#apex - position.y > HARMLESS_FALL) this.#fall = this.#note('fall')
    // A creeper is gone by the time its explosion is felt.
    if (body.clock.tick % LOOKOUT_TICKS === 0) this.#lookOut()
    if (footing.onGround || footing.inWater) this.#apex = position.y
  }

  /** Damage without a likely cause does not replace the cause of damage just before it. */
  #suspect(): void {
    const text = this.#likelyCause()
    if (text !== UNKNOWN || !this.#isFresh(this.#suspected)) this.#suspected = this.#note(text)
  }

  #likelyCause(): string {
    const { body } = this.#world
    const { vitals } = body
    const touched = this.#touched()
    if (touched.some(({ lava }) => lava)) return 'lava'
    if (body.position.y < body.game.heights.minY) return 'void'
    if (body.traitsAt(body.eye.floored()).water && vitals.air <= 1) return 'drowning'
    if (isBuried(body)) return 'suffocation'
    if (this.#isFresh(this.#fall, DAMAGE_TICKS)) return 'fall'
    this.#lookOut()
    if (this.#foe && this.#isFresh(this.#foe, DAMAGE_TICKS)) return this.#foe.text
    if (this.#isFresh(this.#explosion, DAMAGE_TICKS)) return 'explosion'
    if (this.#isHit()) return 'something it could not see'
    const below = body.traitsAt(body.position.offset(0, -0.1, 0).floored()).name
    const harmful = HARMFUL.find(({ block, below: isBelow }) =>
      isBelow ? block.test(below) : touched.some(({ name }) => block.test(name)),
    )
    if (harmful) return harmful.cause
    if (vitals.burning) return 'fire'
    return vitals.food === 0 ? 'hunger' : UNKNOWN
  }

  /** Whether the damage came with a knockback, as that of a mob, an arrow or an explosion does. */
  #isHit(): boolean {
    const { damageLog, clock } = this.#world.body
    return damageLog.last !== undefined && clock.tick - damageLog.last.tick <= DAMAGE_TICKS
  }

  /** Traits of the blocks that touch the body. */
  #touched() {
    const { body } = this.#world
    const sides = [-HALF_WIDTH, HALF_WIDTH]
    const corners = sides.flatMap((x) =>
      sides.flatMap((z) => [0, HEIGHT / 2, HEIGHT].map((y) => body.position.offset(x, y, z))),
    )
    return corners.map((corner) => body.traitsAt(corner.floored()))
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
