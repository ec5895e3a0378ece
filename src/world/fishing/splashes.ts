import type { Registry } from '#knowledge/registry'
import type { EntityTracker } from '../entities/tracker.ts'
import { BOBBER_SIZE, type Bobber } from './bobber.ts'

/** Number of bubbles at a bite, their height above the bobber (blocks), and the volume of the splash. */
const BITE_PARTICLES = Math.floor(1 + BOBBER_SIZE * 20)
const BITE_UP = 0.5
const BITE_SPEED = 0.2
const SPLASH_VOLUME = 0.25
/** Distance of an approaching fish for each remaining tick (blocks), and the speed of its trail's particles. */
const TICK_AWAY = 0.1
const TRAIL_SPEED = 0.04
/** The protocol gives a sound's position in eighths of a block. */
const SOUND_SCALE = 8
/** Id and name of the neutral sound category. */
const NEUTRAL = { number: 6, name: 'neutral' } as const

interface Spray {
  readonly kind: 'bubble' | 'fishing'
  readonly up: number
  readonly away: { readonly x: number; readonly z: number }
  readonly spread: { readonly x: number; readonly z: number }
  readonly count: number
  readonly speed: number
}

/** Sends players the particles and sounds of fishing, in the packets of their version. */
export class Splashes {
  readonly #registry: Registry
  readonly #tracker: EntityTracker

  constructor(registry: Registry, tracker: EntityTracker) {
    this.#registry = registry
    this.#tracker = tracker
  }

  /** A bite: a splash, and bubbles around the bobber. */
  bite(bobber: Bobber): void {
    this.#sound(bobber)
    const bubbles = {
      up: BITE_UP,
      away: { x: 0, z: 0 },
      spread: { x: BOBBER_SIZE, z: BOBBER_SIZE },
      count: BITE_PARTICLES,
      speed: BITE_SPEED,
    }
    this.#spray(bobber, { kind: 'bubble', ...bubbles })
    this.#spray(bobber, { kind: 'fishing', ...bubbles })
  }

  /**
   * The trail of an approaching fish.
   * @param angle direction that the fish comes from (radians).
   */
  trail(bobber: Bobber, angle: number): void {
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
    const distance = bobber.nibbling.approachTicks * TICK_AWAY
    const away = { x: sin * distance, z: cos * distance }
    for (const side of [TRAIL_SPEED, -TRAIL_SPEED]) {
      const spread = { x: cos * side, z: -sin * side }
      this.#spray(bobber, { kind: 'fishing', up: 0, away, spread, count: 0, speed: 1 })
    }
  }

  #spray(bobber: Bobber, { kind, up, away, spread, count, speed }: Spray): void {
    const { particlesByName } = this.#registry.data
    const { x, y, z } = bobber.position.offset(away.x, up, away.z)
    this.#tracker.broadcast(bobber, 'world_particles', {
      ...{ longDistance: false, alwaysShow: false, x, y, z },
      ...{ offsetX: spread.x, offsetY: 0, offsetZ: spread.z },
      // Both names of each field: versions differ. Up to 1.12 the fishing particle is called `wake`.
      particleId: (particlesByName[kind] ?? particlesByName.wake)?.id ?? 0,
      particle: { type: kind },
      ...{ particleData: speed, velocityOffset: speed },
      ...{ particles: count, amount: count },
    })
  }

  #sound(bobber: Bobber): void {
    const { data, flattened } = this.#registry
    const { x, y, z } = bobber.position.scaled(SOUND_SCALE).floored()
    const sound = { x, y, z, volume: SPLASH_VOLUME, pitch: 1, seed: [0, 0] }
    const name = `entity.${flattened ? 'fishing_bobber' : 'bobber'}.splash`
    if (data.isNewerOrEqualTo('1.19.3')) {
      // By id: minecraft-protocol 1.68 leaves a byte unwritten before a sound's name.
      const numbered = { sound: { soundId: soundNumber(this.#registry, name) } }
      const soundCategory = NEUTRAL.name
      this.#tracker.broadcast(bobber, 'sound_effect', { ...sound, ...numbered, soundCategory })
      return
    }
    const named = { soundName: name, soundCategory: NEUTRAL.number }
    this.#tracker.broadcast(bobber, 'named_sound_effect', { ...sound, ...named })
  }
}

/** minecraft-data's list of sounds, which its types omit. */
interface WithSounds {
  readonly soundsArray: readonly { readonly id: number; readonly name: string }[]
}

/** Zero-based id of a sound; in some versions minecraft-data counts from 1. */
function soundNumber({ data }: Registry, name: string): number {
  const { soundsArray } = data as unknown as WithSounds
  return Math.max(
    0,
    soundsArray.findIndex((sound) => sound.name === name),
  )
}
