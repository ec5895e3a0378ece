import { AmbientLight, Color, DirectionalLight, Fog, PointLight, type Scene } from 'three'
import type { RecordingPosition } from '../../recording-format.ts'

const DAY = new Color(0x8fc3ee)
const DUSK = new Color(0xd9946a)
const NIGHT = new Color(0x10182c)
const CAVE = new Color(0x0b0d12)

/** Ticks of a Minecraft day; noon is at 6,000, and night from 13,000 to 23,000. */
const DAY_TICKS = 24_000

/** Distances (blocks) at which fog starts and hides everything, outside and underground. */
const FOG_OUTSIDE = [56, 120] as const
const FOG_CAVE = [30, 78] as const

/** Light from everywhere, from the sun, and around the agent. */
export interface SkyLight {
  readonly ambient: AmbientLight
  readonly sun: DirectionalLight
  readonly lamp: PointLight
}

/** Sky, daylight and fog, with a lamp at the agent for caves and nights. */
export class Sky {
  readonly #background = new Color(DAY)
  readonly #fog = new Fog(DAY.getHex(), ...FOG_OUTSIDE)
  readonly light: SkyLight = {
    ambient: new AmbientLight(0xffffff, 0.75),
    sun: new DirectionalLight(0xffffff, 0.45),
    lamp: new PointLight(0xffdfb0, 0, 24),
  }
  #depth = 0
  #range = 1

  constructor(scene: Scene) {
    scene.background = this.#background
    scene.fog = this.#fog
    const { ambient, sun, lamp } = this.light
    sun.position.set(0.6, 1, 0.4)
    scene.add(ambient, sun, lamp)
  }

  /** Scales the distances of the fog. */
  limit(range: number): void {
    this.#range = range
  }

  /** Distance (blocks) beyond which fog hides everything. */
  get reach(): number {
    return this.#fog.far
  }

  /**
   * Follows the time of day, and fades between outside and underground.
   * @param depth 0 outside, 1 deep underground.
   * @returns Whether it is still fading.
   */
  update(time: number, depth: number, agent: RecordingPosition, seconds: number): boolean {
    const target = depth
    const before = this.#depth
    this.#depth += (target - this.#depth) * Math.min(1, seconds * 4)
    const light = daylight(time)
    this.#background.copy(NIGHT).lerp(DUSK, Math.min(1, light * 2))
    this.#background.lerp(DAY, Math.max(0, light * 2 - 1)).lerp(CAVE, this.#depth)
    this.#fog.color.copy(this.#background)
    this.#fog.near = this.#range * mix(FOG_OUTSIDE[0], FOG_CAVE[0], this.#depth)
    this.#fog.far = this.#range * mix(FOG_OUTSIDE[1], FOG_CAVE[1], this.#depth)
    const { ambient, sun, lamp } = this.light
    ambient.intensity = mix(mix(0.5, 0.86, light), 0.86, this.#depth)
    sun.intensity = mix(0.12, 0.5, light) * (1 - 0.6 * this.#depth)
    lamp.intensity = 0.9 * Math.max(this.#depth, (1 - light) * 0.5)
    lamp.position.set(agent.x, agent.y + 2, agent.z)
    return Math.abs(this.#depth - before) > 0.002
  }
}

/** Daylight from 0 (night) to 1 (day). */
function daylight(time: number): number {
  const height = Math.sin(((time % DAY_TICKS) / DAY_TICKS) * Math.PI * 2)
  return Math.min(1, Math.max(0, height * 4 + 0.8))
}

function mix(a: number, b: number, part: number): number {
  return a + (b - a) * part
}
