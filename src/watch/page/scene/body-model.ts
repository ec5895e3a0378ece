import Entity from 'prismarine-viewer/viewer/lib/entity/Entity.js'
import models from 'prismarine-viewer/viewer/lib/entity/entities.json'
import {
  BoxGeometry,
  GreaterDepth,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  SkinnedMesh,
} from 'three'

/** prismarine-viewer's models are those of this version; it is part of the paths of skins. */
const MODELS_OF = '1.16.4'

/** Radians that a leg swings to each side at full pace, and radians of its swing a block walked. */
const SWING = 0.7
const STRIDE = 2.4

/** Limbs that swing, by their names in the models; the ones of a pair move against each other. */
const LIMBS: Readonly<Record<string, 1 | -1>> = {
  leftLeg: 1,
  rightLeg: -1,
  leftArm: -1,
  rightArm: 1,
  leg0: 1,
  leg1: -1,
  leg2: -1,
  leg3: 1,
}

type Model = NonNullable<(typeof models)[string]>

interface Limb {
  readonly bone: Object3D
  readonly way: 1 | -1
  /** How it hangs at rest. */
  readonly rest: number
}

/** The body of an animal, monster or player, which moves its legs as it goes. */
export class BodyModel {
  readonly object: Object3D
  readonly #limbs: readonly Limb[]
  #walked = 0
  #pace = 0

  private constructor(object: Object3D, limbs: readonly Limb[]) {
    this.object = object
    this.#limbs = limbs
  }

  /** The model of a kind of entity; a plain box of its size for a kind without one. */
  static of(kind: string, width: number, height: number, root: Object3D): BodyModel {
    const model = Object.hasOwn(models, kind) ? models[kind] : undefined
    if (!model) return new BodyModel(box(width, height), [])
    const { mesh } = new Entity(MODELS_OF, kind, root)
    mesh.traverse((part) => {
      part.frustumCulled = false
    })
    return new BodyModel(mesh, limbsOf(mesh, model))
  }

  /** Has it seen through what stands before it, as a shade. */
  shineThrough(colour: number): void {
    const look = { color: colour, transparent: true, opacity: 0.4, depthWrite: false }
    const material = new MeshBasicMaterial({ ...look, depthFunc: GreaterDepth, skinning: true })
    for (const part of [...this.object.children]) {
      if (!(part instanceof SkinnedMesh)) continue
      const shade = new SkinnedMesh(part.geometry, material)
      shade.bind(part.skeleton, part.bindMatrix)
      shade.scale.copy(part.scale)
      // After the terrain and before the body, so that it hides no part of itself.
      shade.renderOrder = 1
      part.renderOrder = 2
      shade.frustumCulled = false
      this.object.add(shade)
    }
  }

  /** Moves the legs by the way that was gone (blocks) in some seconds. */
  walk(blocks: number, seconds: number): void {
    const pace = seconds > 0 ? Math.min(1, blocks / seconds / 4) : 0
    this.#pace += (pace - this.#pace) * Math.min(1, seconds * 8)
    this.#walked += blocks
    const swing = Math.sin(this.#walked * STRIDE) * SWING * this.#pace
    for (const { bone, way, rest } of this.#limbs) bone.rotation.x = rest + way * swing
  }
}

function limbsOf(mesh: Object3D, model: Model): Limb[] {
  const skinned = mesh.children.filter(
    (child): child is SkinnedMesh => child instanceof SkinnedMesh,
  )
  const names = Object.values(model.geometry).map(({ bones }) => bones.map(({ name }) => name))
  return skinned.flatMap((part, i) =>
    part.skeleton.bones.flatMap((bone, j) => {
      const way = LIMBS[names[i]?.[j] ?? '']
      return way ? [{ bone, way, rest: bone.rotation.x }] : []
    }),
  )
}

function box(width: number, height: number): Mesh {
  const shape = new BoxGeometry(width, height, width)
  shape.translate(0, height / 2, 0)
  return new Mesh(shape, new MeshLambertMaterial({ color: 0x8d99a6 }))
}
