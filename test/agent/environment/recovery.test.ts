import { expect, it } from 'vitest'
import type { Controller } from '#agent/controller/controller'
import { recoverFrom } from '#agent/environment/recovery'
import { failed, succeeded } from '#goal/outcome'
import { moveElsewhere } from '#skills/moving/move-elsewhere'
import { sharedStage } from '../../support/skills.ts'

const stage = sharedStage('1.16.5')

it('moves farther from a place of failures each time that moving did not help', async () => {
  const { context, body, at, perform } = stage()
  const went: number[] = []
  const controller = {
    async runMaintenance(skill: { name: string }, { away }: { away: number }) {
      expect(skill.name).toBe('move-elsewhere')
      went.push(away)
      return succeeded
    },
  } as unknown as Controller
  for (const fruitless of [0, 1, 2, 3])
    await recoverFrom({ kind: 'unreachable', fruitless }, controller, context, context.signal)
  expect(went).toEqual([5, 5, 10, 20])
  await perform(moveElsewhere, { away: 9 })
  expect(body.position.distanceTo(at(0, 0, 0))).toBeGreaterThan(8)
})

it('leaves a place of repeated failures, of any kind', async () => {
  const { context } = stage()
  let left = 0
  const controller = {
    async runMaintenance() {
      left++
      return succeeded
    },
  } as unknown as Controller
  for (const fruitless of [1, 2, 3, 4])
    await recoverFrom({ kind: 'hurt', fruitless }, controller, context, context.signal)
  expect(left).toBe(2)
})

it('swims to land that it knows where there is no other way out of the water', async () => {
  const { context, body, at, fill, stand } = stage()
  const { signal } = context
  fill([-2, -3, -10], [2, -1, 10], 'water')
  await stand(0, -1, 0)
  context.agentState.exploration.lookedFrom(at(9, 0, 0))
  const runMaintenance: Controller['runMaintenance'] = (skill, args) =>
    skill.name === 'swim-to-land'
      ? skill.run({ ...context, signal }, args)
      : Promise.resolve(failed('unreachable', 'no way out of here'))
  const controller = { runMaintenance } as unknown as Controller
  await stage().simulation.run(
    recoverFrom({ kind: 'no-table', fruitless: 0 }, controller, context, signal),
  )
  expect(body.footing.inWater).toBe(false)
  expect(body.footing.onGround).toBe(true)
})

it('digs up its own stations where they wall it in, and gets out', async () => {
  const { context, body, at, fill, give } = stage()
  const { signal } = context
  await give({ stone_pickaxe: 1 })
  fill([-2, 0, -2], [2, 3, 2], 'bedrock')
  fill([0, 0, 0], [0, 1, 0], 'air')
  for (const y of [0, 1]) {
    fill([1, y, 0], [2, y, 0], 'furnace')
    for (const x of [1, 2]) {
      context.agentState.stations.add(at(x, y, 0))
      context.agentState.stations.abandon(at(x, y, 0))
    }
  }
  const runMaintenance: Controller['runMaintenance'] = (skill, args) =>
    skill.run({ ...context, signal }, args)
  const controller = { runMaintenance } as unknown as Controller
  const recover = () =>
    stage().simulation.run(
      recoverFrom({ kind: 'unreachable', fruitless: 0 }, controller, context, signal),
    )
  await recover()
  await recover()
  expect(body.position.distanceTo(at(0, 0, 0))).toBeGreaterThan(3)
})
