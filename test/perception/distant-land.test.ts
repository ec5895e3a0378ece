import type { Vec3 } from 'vec3'
import { expect, it } from 'vitest'
import { nextViewpoint, TREES } from '#skills/mining/viewpoint'
import { lookAround } from '#skills/moving/look-around'
import { sharedStage } from '../support/skills.ts'

const stage = sharedStage('1.16.5', { viewDistance: 6, perception: 'player' })
/** Covers the view along one axis (blocks). */
const FAR = 92
const WIDE = 12
const HEIGHT = 6

/** Grass with a sea in the east from x 64 on, and treetops in the west from x -64 on. */
async function coast() {
  const { fill, stand, perform } = stage()
  fill([-FAR, -1, -WIDE], [FAR, HEIGHT, WIDE], 'air')
  fill([-FAR, -2, -WIDE], [FAR, -2, WIDE], 'stone')
  fill([-FAR, -1, -WIDE], [63, -1, WIDE], 'grass_block')
  fill([64, -1, -WIDE], [FAR, -1, WIDE], 'water')
  fill([-80, 3, -WIDE], [-64, 5, WIDE], 'oak_leaves')
  await stand(0, 0, 0)
  await perform(lookAround, null)
}

const ground = ({ x, z }: Vec3) => stage().body.vision.distantGround(x, z)

it('the agent recognizes seas and woods from afar, and remembers no blocks there', async () => {
  await coast()
  const { at, body } = stage()
  expect(ground(at(80, 0, 4))).toMatchObject({ name: 'water', isWater: true, isWooded: false })
  const edge = [-71, -64].map((x) => ground(at(x, 0, 4))?.isWooded)
  expect(edge).toContain(true)
  expect(ground(at(56, 0, 4))).toMatchObject({ name: 'grass_block', y: at(0, -1, 0).y })
  for (const x of [-72, 56, 80])
    for (const y of [-2, -1, 3]) {
      const place = at(x, y, 4)
      expect(body.vision.isKnown(place.x, place.y, place.z)).toBe(false)
    }
})

it('a wall hides the land behind it', async () => {
  const { fill, stand, perform, at } = stage()
  await coast()
  fill([20, 0, -WIDE], [20, HEIGHT, WIDE], 'stone')
  await stand(0, 0, 0)
  await perform(lookAround, null)
  expect(ground(at(80, 0, 4))).toBeUndefined()
  expect(ground(at(-72, 0, 4))).toBeDefined()
})

it('the agent sees creatures as far away as the game draws them', async () => {
  const { fill, stand, mob, perform, at, context, body } = stage()
  fill([-FAR, -1, -WIDE], [FAR, HEIGHT, WIDE], 'air')
  fill([-FAR, -1, -WIDE], [FAR, -1, WIDE], 'grass_block')
  await stand(0, 0, 0)
  for (const x of [60, 76]) mob('cow', x, 0, 0)
  for (const x of [-26, -40]) mob('chicken', x, 0, 0)
  await perform(lookAround, null)
  const seen = context.memory.entities(['cow', 'chicken'], body.position)
  expect(seen.map(({ kind }) => kind)).toEqual(['chicken', 'cow'])
  expect(seen[1]?.position.distanceTo(at(60, 0, 0))).toBeLessThan(3)
})

it('the agent remembers a drop that is too far away to be drawn', async () => {
  const { fill, stand, drop, perform, at, context, game, player, simulation } = stage()
  fill([-FAR, -1, -WIDE], [FAR, HEIGHT, WIDE], 'air')
  fill([-FAR, -1, -WIDE], [FAR, -1, WIDE], 'grass_block')
  await stand(0, 0, 0)
  drop('stone', 1, 8, 0, 0)
  await simulation.advance(10)
  await perform(lookAround, null)
  const drops = () => context.memory.entities(['item'], context.body.position).length
  expect(drops()).toBe(1)
  game.movement.teleport(player, at(-16, 0, 0).offset(0.5, 0, 0.5))
  await simulation.advance(10)
  await perform(lookAround, null)
  await simulation.run(context.body.controls.lookAt(at(8, 0, 0)))
  await simulation.advance(30)
  expect(drops()).toBe(1)
})

it('the agent heads for trees that it recognizes from afar', async () => {
  await coast()
  const { context } = stage()
  const trees = new Set([TREES, 'grass_block'])
  expect(nextViewpoint(context, trees, [])?.heading.x).toBeLessThan(-0.5)
})

it('a swimmer turns to land that it recognizes off its course', async () => {
  const { body, context, fill, stand, perform } = stage()
  fill([-FAR, -1, -WIDE], [FAR, HEIGHT, WIDE], 'air')
  fill([-FAR, -3, -WIDE], [FAR, -3, WIDE], 'stone')
  fill([-FAR, -2, -WIDE], [51, -1, WIDE], 'water')
  fill([52, -2, -WIDE], [FAR, -1, WIDE], 'grass_block')
  await stand(0, -2, 0)
  await perform(lookAround, null)
  context.agentState.exploration.headFor({ x: -0.6, z: 0.8 })
  expect(body.footing.inWater).toBe(true)
  expect(body.traitsAt(body.eye.floored()).water).toBe(false)
  const next = nextViewpoint(context, new Set([TREES, 'grass_block']), [])
  expect(next?.heading.x).toBeGreaterThan(0.5)
})
