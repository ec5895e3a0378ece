import { describe, expect, it } from 'vitest'
import { branchMine } from '#skills/mining/branch-mine'
import { sleep } from '#skills/survival/sleep'
import { SelfRecorder } from '#watch/recording/self-recorder'
import type { BodyPose } from '#watch/recording-format'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

/** Runs an act. @returns The recorded poses in their order. */
async function posesDuring({ body }: Stage, act: () => Promise<unknown>): Promise<BodyPose[]> {
  const poses: BodyPose[] = []
  const recorder = new SelfRecorder(body, (message) => {
    if (message.name !== 'pose') return
    const pose = message.pose ?? 'stand'
    if (pose !== poses.at(-1)) poses.push(pose)
  })
  const stop = body.onTick(() => recorder.update())
  await act()
  stop()
  recorder.off()
  return poses
}

describe.each(versionsFor('1.21.4', '1.16.5'))('the recorded pose on %s', (version) => {
  const stage = sharedStage(version)

  it('the agent crawls through a tunnel of one block', async () => {
    const { fill, give, stand, context, perform, body, at } = stage()
    fill([-4, -5, -3], [4, 8, 14], 'stone')
    fill([0, 0, 0], [0, 1, 0], 'air')
    await give({ iron_pickaxe: 1, oak_trapdoor: 1, cobblestone: 16 })
    await stand(0, 0, 0)
    context.agentState.exploration.headFor({ x: 0, z: 1 })
    const start = at(0, 0, 0)
    const found = () => body.feet.distanceTo(start) >= 4
    const args = { sought: 'diamond', height: body.feet.y, found, able: () => true }
    const poses = await posesDuring(stage(), () => perform(branchMine, args))
    expect(poses[0]).toBe('stand')
    expect(poses.at(-1)).toBe('crawl')
  })

  it('the agent sneaks while it holds the key', async () => {
    const { body, simulation } = stage()
    const poses = await posesDuring(stage(), async () => {
      for (const sneak of [false, true, false]) {
        body.controls.press({ sneak })
        await simulation.advance(3)
      }
    })
    expect(poses).toEqual(['stand', 'sneak', 'stand'])
  })

  it('the agent stands in water, because it never sprints there', async () => {
    const { body, fill, simulation, stand } = stage()
    fill([-3, -4, -3], [3, -1, 3], 'water')
    await stand(0, -3, 0)
    const poses = await posesDuring(stage(), async () => {
      body.controls.press({ forward: true, sprint: true })
      await simulation.advance(3)
    })
    expect(new Set(poses)).toEqual(new Set(['stand']))
  })

  it('the agent sleeps in a bed', async () => {
    const { give, game, simulation, perform } = stage()
    await give({ red_bed: 1 })
    game.time.ofDay = 14_000
    await simulation.advance(25)
    const poses = await posesDuring(stage(), () => perform(sleep, { item: 'bed', count: 1 }))
    expect(poses).toContain('sleep')
  })
})
