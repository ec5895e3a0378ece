import type { Body } from '#body/body'
import type { Workplace } from '#life/resident'
import type { SkillWorld } from '#skills/core/skill'
import { skyAbove } from '#skills/moving/surface'
import { isArmed } from '#skills/pursuit/attack'
import { threats } from '#skills/pursuit/threats'
import { isDarkOutside } from '#skills/survival/shelter'

/** Health below which tasks wait at night, and from which they continue. */
const HURT = 10
const HEALED = 18
/** A companion without a weapon hides from monsters in sight within this distance (blocks): it needs time to dig in. */
const WARY_RANGE = 24

/** Why a companion hides. */
export type HidingReason = 'hurt' | 'unarmed'

/**
 * Whether tasks have to wait: at night, a companion outside that is hurt hides until it has healed, and one without a weapon
 * that sees monsters hides until it has one; both hide until morning at most. People can overrule it.
 */
export class Caution {
  #hidesFor: HidingReason | null = null
  #isOverruled = false

  /** Why the companion hides now; null if it does not. */
  get hidesFor(): HidingReason | null {
    return this.#hidesFor
  }

  /** Looks at the companion's state. Call this often. */
  look({ world }: Workplace): void {
    const { body } = world
    const isDark = body.game.difficulty !== 'peaceful' && isDarkOutside(world)
    if (!isDark) this.#isOverruled = false
    const reason = this.#hidesFor
    if (!isDark || this.#isOverruled || (reason && isPast(reason, body))) this.#hidesFor = null
    else this.#hidesFor ??= reasonToHide(world)
  }

  /** A person wants the companion to work for the rest of the night. */
  overrule(): void {
    this.#isOverruled = true
    this.#hidesFor = null
  }
}

function isPast(reason: HidingReason, body: Body): boolean {
  return reason === 'hurt' ? body.vitals.health >= HEALED : isArmed(body)
}

function reasonToHide(world: SkillWorld): HidingReason | null {
  const { body } = world
  const { x, y, z } = body.feet
  if (!skyAbove(world, x, y, z)) return null
  if (body.vitals.health < HURT) return 'hurt'
  return !isArmed(body) && threats(world, WARY_RANGE).length > 0 ? 'unarmed' : null
}
