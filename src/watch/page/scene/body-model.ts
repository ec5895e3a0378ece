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
import { POSE_SHAPES, type PoseShape } from './pose-shape.ts'

/** Blocks per pixel of a model. */
const PIXEL = 1 / 16

/** Phase of a limb's swing per walked block (radians). */
const STRIDE = 2.4

/** How far an arm is raised to use an item, and how far it then swings to each side (radians). */
const RAISED = 0.9
const ARM_SWING = 0.6

/**
 * Directions in which limbs swing, by their names in the models. Limbs of a pair swing in opposite directions.
 * A horse's legs have three parts without a common parent, and do not swing.
 */
const LIMBS: readonly (readonly [name: RegExp, way: 1 | -1])[] = [
  [/^(left_?leg|right_?arm|leg_(front_left|back_right)|(front|back)legl|leg[0347])$/i, 1],
  [/^(right_?leg|left_?arm|leg_(front_right|back_left)|(front|back)legr|leg[1256])$/i, -1],
]

/** Further parts of a model: a stray's clothes, and the sheep under its wool. */
const EXTRA_PARTS = ['overlay', 'sheared']

/** Models that extend another model. */
const BASES: Readonly<Record<string, string>> = { witch: 'villager' }

/** A limb that swings, with its rotation at rest. */
interface Limb {
  readonly bone: Object3D
  readonly way: 1 | -1
  readonly rest: number
  readonly isArm: boolean
}

/** The body of a mob or player, whose limbs swing while it walks. */
export class BodyModel {
  readonly object: Object3D
  /** Bones; overlapping parts may have equal names. */
  readonly #bones: readonly Object3D[]
  readonly #limbs: readonly Limb[]
  #walked = 0
  #pace = 0
  #shape: PoseShape = POSE_SHAPES.stand
  #held: Object3D | null = null

  private constructor(object: Object3D, bones: readonly Object3D[] = []) {
    this.object = object
    this.#bones = bones
    this.#limbs = bones.flatMap((bone) => {
      const [, way] = LIMBS.find(([limb]) => limb.test(bone.name)) ?? []
      if (!way) return []
      return [{ bone, way, rest: bone.rotation.x, isArm: /arm$/i.test(bone.name) }]
    })
  }

  /** The model of a kind of entity, or a box of its size for a kind without a model. */
  static of(kind: string, width: number, height: number): BodyModel {
    const model = Object.hasOwn(models, kind) ? models[kind] : undefined
    if (!model) return new BodyModel(box(width, height))
    const { geometry, textures } = model
    const [first = ''] = Object.keys(geometry)
    const body = new Group()
    const bones: Object3D[] = []
    const [base] = Object.values(models[BASES[kind] ?? '']?.geometry ?? {})
    for (const name of [first, ...EXTRA_PARTS]) {
      const part = geometry[name]
      const skin = textures[name] ?? Object.values(textures)[0]
      if (part && skin) bones.push(...addBones(withBase(part, base), skin, body))
    }
    body.scale.setScalar(PIXEL)
    return new BodyModel(new Group().add(body), bones)
  }

  /** Shows a silhouette where terrain hides the body. */
  addSilhouette(colour: number): void {
    const look = { color: colour, transparent: true, opacity: 0.4, depthWrite: false }
    const material = new MeshBasicMaterial({ ...look, depthFunc: GreaterDepth })
    const parts: Mesh[] = []
    this.object.traverse((part) => {
      if (part instanceof Mesh) parts.push(part)
    })
    for (const part of parts) {
      const silhouette = new Mesh(part.geometry, material)
      // The silhouette is drawn after the terrain and before the body, which would otherwise show through itself.
      silhouette.renderOrder = 1
      part.renderOrder = 2
      part.add(silhouette)
    }
  }

  /** Replaces the object in its right hand. */
  hold(thing: Object3D | null): void {
    this.#held?.parent?.remove(this.#held)
    this.#held = thing
    if (thing) this.#named('rightItem')[0]?.add(thing)
  }

  /** Takes the pose of a player. The limbs follow with the next `look` and `move`. */
  take(shape: PoseShape): void {
    if (shape === this.#shape) return
    this.#shape = shape
    const { fall, up, back, isTurned, bend } = shape
    const [body] = this.object.children
    body?.rotation.set(fall, isTurned ? Math.PI : 0, 0, 'YXZ')
    body?.position.set(0, up, isTurned ? -back : back)
    for (const waist of this.#named('waist')) waist.rotation.x = -bend
  }

  /** Turns the head to a pitch (radians above the horizon). */
  look(pitch: number): void {
    const { fall, bend, isTurned } = this.#shape
    for (const head of this.#named('head')) head.rotation.x = isTurned ? 0 : pitch + bend - fall
  }

  /**
   * Swings the limbs after the body has walked some blocks in some seconds.
   * @param armSwing Progress of the right arm's swing, 0 to 1; null without a swing.
   */
  move(blocks: number, seconds: number, armSwing: number | null = null): void {
    const pace = seconds > 0 ? Math.min(1, blocks / seconds / 4) : 0
    this.#pace += (pace - this.#pace) * Math.min(1, seconds * 8)
    this.#walked += blocks
    const { arms, bend } = this.#shape
    const swing = Math.sin(this.#walked * STRIDE) * this.#shape.swing * this.#pace
    for (const { bone, way, rest, isArm } of this.#limbs)
      bone.rotation.x = rest + way * swing + (isArm ? arms + bend : 0)
    if (armSwing === null) return
    for (const arm of this.#named('rightArm'))
      arm.rotation.x = (arms || RAISED) + ARM_SWING * Math.sin(armSwing * 2 * Math.PI)
  }

  #named(name: string): readonly Object3D[] {
    return this.#bones.filter((bone) => bone.name === name)
  }
}

/** Adds the bones of the base model. */
function withBase(geometry: EntityGeometry, base: EntityGeometry | undefined): EntityGeometry {
  if (!base) return geometry
  const own = new Set(geometry.bones.map(({ name }) => name))
  const rest = base.bones.filter(({ name }) => !own.has(name))
  return { ...geometry, bones: [...rest, ...geometry.bones] }
}

/** Adds the bones of a model to a body, each to its parent's joint. */
function addBones(geometry: EntityGeometry, skin: string, body: Object3D): Object3D[] {
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
    // Pivots are relative to the feet, positions to the parent's joint.
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
