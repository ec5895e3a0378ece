import models from 'prismarine-viewer/viewer/lib/entity/entities.json'
import {
  BoxGeometry,
  DoubleSide,
  GreaterDepth,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
} from 'three'
import {
  boneGeometry,
  type EntityBone,
  type EntityGeometry,
  inScene,
  SKIN,
  turnInScene,
} from './entity-geometry.ts'
import { entitySkin } from './entity-skins.ts'

/** Models are made in pixels. */
const PIXEL = 1 / 16

/** Radians that a limb swings to each side at full pace, and radians of its swing a block walked. */
const SWING = 0.7
const STRIDE = 2.4

/** Radians that an arm is lifted to use what it holds, and that it strikes to each side. */
const LIFTED = 0.9
const STRIKE = 0.6

/**
 * Which way limbs swing, by their names in the models; the ones of a pair move against each other. A
 * horse's legs are of three parts that do not hang on each other, and stay as they are.
 */
const LIMBS: readonly (readonly [name: RegExp, way: 1 | -1])[] = [
  [/^(left_?leg|right_?arm|leg_(front_left|back_right)|(front|back)legl|leg[0347])$/i, 1],
  [/^(right_?leg|left_?arm|leg_(front_right|back_left)|(front|back)legr|leg[1256])$/i, -1],
]

/** Parts of a model that belong to the first one: what a stray wears, and the sheep in its wool. */
const MORE = ['overlay', 'sheared']

/** Models that stand on another one. */
const BASES: Readonly<Record<string, string>> = { witch: 'villager' }

/** A limb that swings, and how it hangs at rest. */
interface Limb {
  readonly bone: Object3D
  readonly way: 1 | -1
  readonly rest: number
}

/** The body of an animal, monster or player, which moves its limbs as it goes. */
export class BodyModel {
  readonly object: Object3D
  /** By name; parts that lie over each other have some of the same name. */
  readonly #bones: readonly Object3D[]
  readonly #limbs: readonly Limb[]
  #walked = 0
  #pace = 0
  #held: Object3D | null = null

  private constructor(object: Object3D, bones: readonly Object3D[] = []) {
    this.object = object
    this.#bones = bones
    this.#limbs = bones.flatMap((bone) => {
      const [, way] = LIMBS.find(([limb]) => limb.test(bone.name)) ?? []
      return way ? [{ bone, way, rest: bone.rotation.x }] : []
    })
  }

  /** The model of a kind of entity; a plain box of its size for a kind without one. */
  static of(kind: string, width: number, height: number): BodyModel {
    const model = Object.hasOwn(models, kind) ? models[kind] : undefined
    if (!model) return new BodyModel(box(width, height))
    const { geometry, textures } = model
    const [first = ''] = Object.keys(geometry)
    const body = new Group()
    const bones: Object3D[] = []
    const [base] = Object.values(models[BASES[kind] ?? '']?.geometry ?? {})
    for (const name of [first, ...MORE]) {
      const part = geometry[name]
      const skin = textures[name] ?? Object.values(textures)[0]
      if (part && skin) bones.push(...hang(whole(part, base), skin, body))
    }
    body.scale.setScalar(PIXEL)
    return new BodyModel(new Group().add(body), bones)
  }

  /** Has it seen through what stands before it, as a shade. */
  shineThrough(colour: number): void {
    const look = { color: colour, transparent: true, opacity: 0.4, depthWrite: false }
    const material = new MeshBasicMaterial({ ...look, depthFunc: GreaterDepth })
    const parts: Mesh[] = []
    this.object.traverse((part) => {
      if (part instanceof Mesh) parts.push(part)
    })
    for (const part of parts) {
      const shade = new Mesh(part.geometry, material)
      // After the terrain and before the body, so that it hides no part of itself.
      shade.renderOrder = 1
      part.renderOrder = 2
      part.add(shade)
    }
  }

  /** Puts a thing in its right hand, in the place of what it held. */
  hold(thing: Object3D | null): void {
    this.#held?.parent?.remove(this.#held)
    this.#held = thing
    if (thing) this.#named('rightItem')[0]?.add(thing)
  }

  /** Lifts the head to where it looks (radians above the horizon). */
  look(pitch: number): void {
    for (const head of this.#named('head')) head.rotation.x = pitch
  }

  /**
   * Moves the limbs by the way that was gone (blocks) in some seconds.
   * @param strike how far a blow of the right hand has come, 0 to 1; null when it does not strike.
   */
  move(blocks: number, seconds: number, strike: number | null = null): void {
    const pace = seconds > 0 ? Math.min(1, blocks / seconds / 4) : 0
    this.#pace += (pace - this.#pace) * Math.min(1, seconds * 8)
    this.#walked += blocks
    const swing = Math.sin(this.#walked * STRIDE) * SWING * this.#pace
    for (const { bone, way, rest } of this.#limbs) bone.rotation.x = rest + way * swing
    if (strike === null) return
    for (const arm of this.#named('rightArm'))
      arm.rotation.x = LIFTED + STRIKE * Math.sin(strike * 2 * Math.PI)
  }

  #named(name: string): readonly Object3D[] {
    return this.#bones.filter((bone) => bone.name === name)
  }
}

/** A model with the bones of its base. */
function whole(geometry: EntityGeometry, base: EntityGeometry | undefined): EntityGeometry {
  if (!base) return geometry
  const own = new Set(geometry.bones.map(({ name }) => name))
  const rest = base.bones.filter(({ name }) => !own.has(name))
  return { ...geometry, bones: [...rest, ...geometry.bones] }
}

/** Hangs the bones of a model on a body, each on its joint. */
function hang(geometry: EntityGeometry, skin: string, body: Object3D): Object3D[] {
  const bones = new Map<string, Object3D>()
  const { texturewidth = SKIN, textureheight = SKIN } = geometry
  const material = new MeshLambertMaterial({
    map: entitySkin(skin, texturewidth / textureheight),
    transparent: true,
    alphaTest: 0.1,
    side: DoubleSide,
  })
  const byName = new Map(geometry.bones.map((bone) => [bone.name.toLowerCase(), bone]))
  const parentOf = ({ parent = '' }: EntityBone) => byName.get(parent.toLowerCase())
  for (const bone of geometry.bones) bones.set(bone.name, jointOf(bone, geometry, material))
  for (const bone of geometry.bones) {
    const joint = bones.get(bone.name)
    if (!joint) continue
    const parent = parentOf(bone)
    const over = parent && parent !== bone ? bones.get(parent.name) : undefined
    // Pivots count from the feet: what hangs on a joint is moved by the difference alone.
    joint.position.copy(inScene(bone.pivot ?? [0, 0, 0]))
    if (over) joint.position.sub(inScene(parent?.pivot ?? [0, 0, 0]))
    ;(over ?? body).add(joint)
  }
  return [...bones.values()]
}

function jointOf(bone: EntityBone, geometry: EntityGeometry, material: Material): Object3D {
  const joint = new Group()
  joint.name = bone.name
  if (bone.rotation) joint.rotation.copy(turnInScene(bone.rotation))
  const shape = boneGeometry(bone, geometry)
  if (shape) joint.add(new Mesh(shape, material))
  return joint
}

function box(width: number, height: number): Mesh {
  const shape = new BoxGeometry(width, height, width)
  shape.translate(0, height / 2, 0)
  return new Mesh(shape, new MeshLambertMaterial({ color: 0x8d99a6 }))
}
