import {
  BoxGeometry,
  type Camera,
  Group,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  type Texture,
} from 'three'
import type { ItemIcons } from '../item-icons.ts'
import { heldItem } from './held-item.ts'

/** Place of the hand before the camera, and size of a pixel of the body there (blocks). */
const PLACE = [0.24, -0.2, -0.36] as const
const PIXEL = 0.0085

/** Colour of the arm, and how far a swing turns it (radians). */
const SKIN = 0xb98a6b
const SWING = 0.7

/** The agent's right hand with its item, as it appears in first person. */
export class FirstPersonHand {
  readonly #hand = new Group()
  readonly #arm: Mesh
  readonly #onChange: () => void
  #item: Object3D | null = null
  #held: string | null = null

  /** @param onChange is called when the held item has changed. */
  constructor(camera: Camera, onChange: () => void) {
    this.#onChange = onChange
    this.#arm = new Mesh(
      new BoxGeometry(4, 4, 14),
      new MeshLambertMaterial({ color: SKIN, fog: false }),
    )
    this.#arm.position.set(1, -3, 5)
    this.#arm.rotation.x = 0.5
    this.#hand.add(this.#arm)
    this.#hand.position.set(...PLACE)
    this.#hand.scale.setScalar(PIXEL)
    this.#hand.visible = false
    camera.add(this.#hand)
  }

  /** Replaces the held item; an empty name is none. */
  async hold(item: string, icons: ItemIcons, atlas: Texture): Promise<void> {
    if (item === this.#held) return
    this.#held = item
    const thing = item ? await heldItem(item, icons, atlas) : null
    if (item !== this.#held) return
    if (this.#item) this.#hand.remove(this.#item)
    this.#item = thing
    if (thing) this.#hand.add(thing)
    this.#onChange()
  }

  /** @param swing Progress of the swing, 0 to 1; null without one. */
  update(isVisible: boolean, swing: number | null): void {
    this.#hand.visible = isVisible
    this.#hand.rotation.x = swing === null ? 0 : -SWING * Math.sin(swing * Math.PI)
  }
}
