import models from 'prismarine-viewer/viewer/lib/entity/entities.json'
import { Box3, Mesh, Object3D, Scene, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { AgentBody } from '#watch/page/scene/agent-body'
import { BodyModel } from '#watch/page/scene/body-model'
import { FollowCamera, type Hides } from '#watch/page/scene/camera'
import { crackStage } from '#watch/page/scene/cracks'
import type { EntityBone } from '#watch/page/scene/entity-geometry'
import { thickPicture } from '#watch/page/scene/held-item'
import { POSE_SHAPES } from '#watch/page/scene/pose-shape'
import { RenderQuality } from '#watch/page/scene/render-quality'
import { isCutAway, Slice } from '#watch/page/scene/slice'

/** Pixels per block in a model. */
const PIXELS = 16

/** Greatest distance between a limb and its joint (blocks). */
const MAX_GAP = 0.2

/** Bones of the first part of a model, by name, without ambiguous names. */
function bonesOf(kind: string): Map<string, EntityBone> {
  const [geometry] = Object.values(models[kind]?.geometry ?? {})
  const bones = geometry?.bones ?? []
  const isOnce = ({ name }: EntityBone) =>
    bones.filter((one: EntityBone) => one.name === name).length === 1
  return new Map(bones.filter(isOnce).map((bone: EntityBone) => [bone.name, bone]))
}

/** Whether an ancestor of a bone is rotated. Then its joint is not at its pivot. */
function hasRotatedAncestor(bone: EntityBone, bones: ReadonlyMap<string, EntityBone>): boolean {
  const parent = bones.get(bone.parent ?? '')
  return parent !== undefined && (Boolean(parent.rotation) || hasRotatedAncestor(parent, bones))
}

/** The expected position of a bone's joint. The models' x axis is mirrored. */
function pivotOf({ pivot: [x, y, z] = [0, 0, 0] }: EntityBone): Vector3 {
  return new Vector3(-x, y, z).divideScalar(PIXELS)
}

function named(body: BodyModel, name: string): Object3D {
  const found = body.object.getObjectByName(name)
  if (!found) throw new Error(`no ${name}`)
  return found
}

/** Lets a body run until its limbs reach their full swing. */
function run(body: BodyModel): void {
  for (let i = 0; i < 20; i++) body.move(0.4, 0.05)
  body.object.updateMatrixWorld(true)
}

describe.each(Object.keys(models))('the body of a %s', (kind) => {
  const body = BodyModel.of(kind, 1, 1)
  const bones = [...bonesOf(kind).values()].filter(
    (bone) => !hasRotatedAncestor(bone, bonesOf(kind)),
  )
  body.object.updateMatrixWorld(true)

  it('every joint is at its pivot in the model', () => {
    for (const bone of bones) {
      const joint = named(body, bone.name).getWorldPosition(new Vector3())
      expect(joint.distanceTo(pivotOf(bone)), bone.name).toBeLessThan(1e-6)
    }
  })

  it('limbs stay on their joints while the body runs', () => {
    const rest = new Map(bones.map(({ name }) => [name, named(body, name).rotation.x]))
    run(body)
    for (const bone of bones) {
      const limb = named(body, bone.name)
      const mesh = limb.children.find((part) => part instanceof Mesh)
      if (limb.rotation.x === rest.get(bone.name) || !mesh) continue
      const box = new Box3().setFromObject(mesh)
      // A limb rotates about the x axis through its joint.
      const joint = pivotOf(bone).setX(box.getCenter(new Vector3()).x)
      expect(box.distanceToPoint(joint), bone.name).toBeLessThan(MAX_GAP)
    }
  })
})

describe('the body of a player', () => {
  it('arms and legs swing, with opposite directions on each side', () => {
    const body = BodyModel.of('player', 0.6, 1.8)
    run(body)
    const turn = (name: string) => named(body, name).rotation.x
    expect(Math.abs(turn('leftLeg'))).toBeGreaterThan(0.1)
    expect(turn('leftLeg')).toBeCloseTo(-turn('rightLeg'))
    expect(turn('leftLeg')).toBeCloseTo(-turn('leftArm'))
  })

  it('the right hand holds one object at a time, and swings it', () => {
    const body = BodyModel.of('player', 0.6, 1.8)
    const [first, second] = [new Object3D(), new Object3D()]
    body.hold(first)
    body.hold(second)
    expect(first.parent).toBeNull()
    const place = () => {
      body.object.updateMatrixWorld(true)
      return second.getWorldPosition(new Vector3())
    }
    const down = place()
    // The body faces north (negative z), with east (positive x) to its right.
    expect(down.x).toBeGreaterThan(0.2)
    expect(down.y).toBeGreaterThan(0.6)
    expect(down.y).toBeLessThan(1.1)
    body.move(0, 0.05, 0.25)
    expect(place().z).toBeLessThan(down.z - 0.3)
    body.move(0, 0.05, null)
    expect(place().distanceTo(down)).toBeLessThan(0.01)
  })
})

describe('the poses of a player', () => {
  /** Space that the body's parts take, without the arms, which reach out. */
  function spaceOf(pose: keyof typeof POSE_SHAPES): Box3 {
    const body = BodyModel.of('player', 0.6, 1.8)
    body.take(POSE_SHAPES[pose])
    body.look(0)
    body.move(0, 0.05)
    body.object.updateMatrixWorld(true)
    const space = new Box3()
    for (const name of ['head', 'body', 'leftLeg', 'rightLeg'])
      for (const mesh of named(body, name).children)
        if (mesh instanceof Mesh) space.union(new Box3().setFromObject(mesh))
    return space
  }

  it('a crawling or swimming body lies in one block, with its head ahead', () => {
    for (const pose of ['crawl', 'swim'] as const) {
      const { min, max } = spaceOf(pose)
      expect(min.y, pose).toBeGreaterThan(-0.01)
      expect(max.y, pose).toBeLessThan(0.75)
      // It faces north: the head is within its own block, and the legs are behind.
      expect(min.z, pose).toBeGreaterThan(-0.5)
      expect(max.z, pose).toBeGreaterThan(1)
    }
  })

  it('a sleeping body lies on its back', () => {
    const { min, max } = spaceOf('sleep')
    expect(min.y).toBeGreaterThan(-0.3)
    expect(max.y).toBeLessThan(0.5)
    expect(max.z - min.z).toBeGreaterThan(1.8)
  })

  it('a sneaking body is lower than a standing one, and leans forward', () => {
    const [sneak, stand] = [spaceOf('sneak'), spaceOf('stand')]
    expect(sneak.max.y).toBeLessThan(stand.max.y - 0.1)
    expect(sneak.min.z).toBeLessThan(stand.min.z - 0.2)
  })

  it('the eyes are as high as the pose puts them', () => {
    const body = new AgentBody(new Scene(), () => {})
    const pos = { x: 0, y: 64, z: 0 }
    const eyeIn = (pose: keyof typeof POSE_SHAPES) => {
      const message = { name: 'pose', pos, yaw: 0, pitch: 0, pose } as const
      for (let i = 0; i < 60; i++) body.update(message, 1 / 30, true, null)
      return body.eyeHeight
    }
    expect(eyeIn('stand')).toBeCloseTo(1.62)
    expect(eyeIn('crawl')).toBeCloseTo(0.4)
    expect(eyeIn('sneak')).toBeCloseTo(1.27)
  })
})

describe('the camera', () => {
  const FRAME = 1 / 30
  const HEAD = 1.3

  /** Follows a path for some frames, and returns the positions of agent and camera. */
  function follow(way: (frame: number) => Vector3, hides: Hides, frames = 300) {
    const camera = new FollowCamera()
    const object = new Object3D()
    return Array.from({ length: frames }, (_, frame) => {
      object.position.copy(way(frame))
      camera.update({ object, yaw: frame / 60, pitch: 0, eyeHeight: 1.62 }, FRAME, hides, null)
      return { agent: object.position.clone(), eye: camera.camera.position.clone() }
    })
  }

  /** Ground below y 64, and above it leaves in about a seventh of the cells beside the agent's path. */
  const wood: Hides = (x, y, z) => {
    if (y < 64) return true
    if (Math.abs(z) <= 1 && y < 67) return false
    return ((x * 73_856_093) ^ (y * 19_349_663) ^ (z * 83_492_791)) % 7 === 0
  }
  const along = (frame: number) => new Vector3(frame * 0.15, 64, 0.5)

  it('the camera stands behind and above the agent in open terrain', () => {
    const [last] = follow(along, (_x, y) => y < 64).slice(-1)
    expect(last?.eye.distanceTo(last.agent)).toBeGreaterThan(6)
    expect(last?.eye.y).toBeGreaterThan(65.5)
  })

  it('no block contains the camera or hides the agent from it', () => {
    for (const { agent, eye } of follow(along, wood)) {
      const head = agent.clone().setY(agent.y + HEAD)
      const line = eye.clone().sub(head)
      for (let part = 0.3; part <= 1; part += 0.02) {
        const { x, y, z } = head.clone().addScaledVector(line, part).floor()
        expect(wood(x, y, z), `${x} ${y} ${z}`).toBe(false)
      }
    }
  })

  it('the camera hides the body where it has no room, and is never inside it', () => {
    const camera = new FollowCamera()
    const object = new Object3D()
    object.position.set(0.5, 64, 0.5)
    const tight: Hides = (x, y, z) => x !== 0 || z !== 0 || y < 64 || y > 65
    for (let i = 0; i < 60; i++)
      camera.update({ object, yaw: 0, pitch: 0, eyeHeight: 1.62 }, FRAME, tight, null)
    expect(camera.hidesBody).toBe(true)
    const free: Hides = (_x, y) => y < 64
    for (let i = 0; i < 60; i++)
      camera.update({ object, yaw: 0, pitch: 0, eyeHeight: 1.62 }, FRAME, free, null)
    expect(camera.hidesBody).toBe(false)
  })

  it('the camera does not swing between two ways around a block that comes and goes', () => {
    const camera = new FollowCamera()
    const object = new Object3D()
    object.position.set(0.5, 64, 0.5)
    let turned = 0
    let last = 0
    for (let frame = 0; frame < 300; frame++) {
      const isBlocked = frame % 4 < 2
      const hides: Hides = (_x, y, z) => y < 64 || (isBlocked && z > 3 && y < 68)
      camera.update({ object, yaw: 0, pitch: 0, eyeHeight: 1.62 }, FRAME, hides, null)
      const { x, z } = camera.camera.position
      const angle = Math.atan2(x - 0.5, z - 0.5)
      turned += Math.abs(angle - last)
      last = angle
    }
    expect(turned).toBeLessThan(1)
  })

  it('the camera rises and looks down into a pit', () => {
    const pit: Hides = (x, y, z) => (x !== 0 || z !== 0) && y < 70
    const [last] = follow(() => new Vector3(0.5, 64, 0.5), pit).slice(-1)
    expect(last?.eye.y).toBeGreaterThan(64 + HEAD + 4)
  })
})

describe('the cut through the rock', () => {
  const FRAME = 1 / 30
  const fromSouth = { x: 0.2, z: 1 }
  const nowhere = { x: 0, z: 0 }
  const at = (x: number, y: number, z: number) => ({ x, y, z })

  it('the cut exposes the agent on the side of the camera, only underground', () => {
    const slice = new Slice()
    expect(slice.update(at(0.5, 70, 0.5), false, FRAME, fromSouth, nowhere)).toBeNull()
    const cut = slice.update(at(0.5, 40, -3.5), true, FRAME, fromSouth, nowhere)
    expect(cut).toEqual({ axis: 'z', layer: -4, side: 1 })
    if (!cut) throw new Error('no cut')
    expect(isCutAway(cut, { x: 0, z: -3.5 })).toBe(false)
    expect(isCutAway(cut, { x: 0, z: -2.9 })).toBe(true)
    expect(new Slice().update(at(-7.5, 40, 0), true, FRAME, { x: -1, z: 0 }, nowhere)).toEqual({
      axis: 'x',
      layer: -8,
      side: -1,
    })
    expect(slice.update(at(0.5, 70, 0.5), false, FRAME, fromSouth, nowhere)).toBeNull()
  })

  it('the cut lies along the way of the agent, also after a jump in the recording', () => {
    const slice = new Slice()
    const along = (x: number, z: number, heading: { x: number; z: number }) =>
      slice.update(at(x, 40, z), true, FRAME, fromSouth, heading)
    expect(along(0.5, 0.5, { x: 0, z: -4 })).toEqual({ axis: 'x', layer: 0, side: 1 })
    expect(along(90.5, 0.5, { x: 4, z: 0 })).toEqual({ axis: 'z', layer: 0, side: 1 })
  })

  it('the cut follows the agent into the rock, but not across the edge of its layer and back', () => {
    const slice = new Slice()
    const layers = [0.5, 1.1, 0.95, 1.2, 1.5, 2.5].map(
      (z) => slice.update(at(0.5, 40, z), true, FRAME, fromSouth, nowhere)?.layer,
    )
    expect(layers).toEqual([0, 0, 0, 1, 1, 2])
  })

  it('the cut turns for an agent that keeps moving towards the viewer, and not for one in a shaft', () => {
    const axisAfter = (way: (step: number) => { x: number; y: number; z: number }) => {
      const slice = new Slice()
      for (let step = 0; step < 200; step++)
        slice.update(way(step), true, FRAME, fromSouth, nowhere)
      return slice.update(way(200), true, FRAME, fromSouth, nowhere)?.axis
    }
    expect(axisAfter((step) => at(0.5, 40, step * 0.1))).toBe('x')
    expect(axisAfter((step) => at(step * 0.1, 40, 0.5))).toBe('z')
    expect(axisAfter((step) => at(0.5, 60 - step * 0.2, 0.5))).toBe('z')
  })

  it('the camera stays before the cut and looks at the agent', () => {
    const camera = new FollowCamera()
    const object = new Object3D()
    object.position.set(0.5, 40, 0.5)
    const rock: Hides = (_x, _y, z) => z < 1
    for (const cut of [
      { axis: 'z', layer: 0, side: 1 },
      { axis: 'x', layer: 0, side: -1 },
    ] as const) {
      for (let i = 0; i < 200; i++)
        camera.update({ object, yaw: 0, pitch: 0, eyeHeight: 0.4 }, FRAME, rock, cut)
      const { x, z } = camera.camera.position
      expect(isCutAway(cut, { x, z })).toBe(true)
      expect(camera.camera.position.distanceTo(object.position)).toBeGreaterThan(8)
      expect(camera.hidesBody).toBe(false)
      camera.turn(5, 0)
    }
  })
})

describe('the quality of the picture', () => {
  it('frames that stay slow lower the quality step by step, and single ones do not', () => {
    const quality = new RenderQuality(false)
    for (let i = 0; i < 20; i++) expect(quality.note(i % 2 ? 0.2 : 0.016)).toBe(false)
    expect(quality.reach).toBe(1)
    const changes = Array.from({ length: 40 }, () => quality.note(0.08))
    expect(changes.filter(Boolean)).toHaveLength(2)
    expect(quality.pixelRatio).toBe(0.5)
    expect(quality.reach).toBeLessThan(0.5)
  })

  it('a browser without a graphics processor begins with few pixels', () => {
    const quality = new RenderQuality(true)
    expect(quality.note(0.016)).toBe(true)
    expect(quality.pixelRatio).toBe(0.5)
    expect(quality.note(0.016)).toBe(false)
  })
})

describe('the cracks in a block', () => {
  const mark = { name: 'mark', t: 100, block: { x: 0, y: 0, z: 0 }, entity: null } as const

  it('the cracks grow during the dig', () => {
    const stages = [100, 110, 129, 139, 145].map((tick) =>
      crackStage({ ...mark, dig: 40 }, tick, 10),
    )
    expect(stages).toEqual([0, 2, 7, 9, 9])
  })

  it('a marked block that is not being dug has no cracks', () => {
    expect(crackStage(mark, 110, 10)).toBeNull()
  })
})

describe('a tool in a hand', () => {
  /** Number of corners for a texture of 16 x 16 pixels in which these pixels are set. */
  function corners(...set: readonly (readonly [x: number, y: number])[]): number {
    const data = new Uint8ClampedArray(16 * 16 * 4)
    for (const [x, y] of set) data.set([200, 10, 10, 255], (y * 16 + x) * 4)
    return thickPicture({ data }).getAttribute('position').count
  }

  it('a held tool is one pixel thick, without faces between its pixels', () => {
    const side = 6
    expect(corners()).toBe(0)
    expect(corners([3, 4])).toBe(6 * side)
    expect(corners([3, 4], [4, 4])).toBe(10 * side)
  })
})

describe('a free camera', () => {
  const agent = { object: new Object3D(), yaw: 0, pitch: 0, eyeHeight: 1.62 }
  const update = (camera: FollowCamera) => camera.update(agent, 1, () => false, null)

  it('starts where the camera behind the agent was, and looks the same way', () => {
    const camera = new FollowCamera()
    update(camera)
    const place = camera.camera.position.clone()
    const turn = camera.camera.quaternion.clone()
    camera.detach(true)
    update(camera)
    expect(camera.camera.position.distanceTo(place)).toBeLessThan(0.01)
    expect(camera.camera.quaternion.angleTo(turn)).toBeLessThan(0.01)
  })

  it('flies where it looks, stays when the agent moves, and does not hide the body', () => {
    const camera = new FollowCamera()
    camera.place({ x: 0, y: 70, z: 0, yaw: Math.PI / 2, pitch: 0 })
    camera.fly(0, 0, 3)
    agent.object.position.set(50, 64, 50)
    for (let i = 0; i < 9; i++) update(camera)
    expect(camera.camera.position.distanceTo(new Vector3(-3, 70, 0))).toBeLessThan(0.01)
    camera.fly(2, 1, 0)
    for (let i = 0; i < 9; i++) update(camera)
    expect(camera.camera.position.z).toBeCloseTo(-2)
    expect(camera.camera.position.y).toBeCloseTo(71)
    expect(camera.hidesBody).toBe(false)
  })
})
