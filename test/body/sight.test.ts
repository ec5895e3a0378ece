import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { firstBlockToward } from '#body/sight'
import { sharedStage } from '../support/skills.ts'

describe('a line from the eye', () => {
  const on = sharedStage('1.16.5')

  /** The block that stops a line to a point beyond a block in front of the eye; the sides are in blocks from its middle. */
  const stopper = async (name: string, aside: number, up = 0) => {
    const { block, body, at, simulation } = on()
    block(2, 1, 0, name)
    await simulation.advance(2)
    const { x, y, z } = body.eye
    const beyond = new Vec3(x + 4, y + 2 * up, z + 2 * aside)
    return (
      firstBlockToward(body, beyond)
        ?.minus(at(2, 1, 0))
        .toString() ?? null
    )
  }

  it.each([
    ['oak_fence', 0, 0, true],
    ['oak_fence', 0.3, 0, false],
    ['stone', 0.3, 0, true],
    ['glass', 0.3, 0, true],
    ['oak_slab', 0, 0, false],
    ['oak_slab', 0, -0.4, true],
    ['torch', 0, 0, false],
    ['water', 0, 0, false],
  ])('is stopped by %s %d blocks aside, %d up: %s', async (name, aside, up, isStopped) => {
    expect(await stopper(name, aside, up)).toBe(isStopped ? '(0, 0, 0)' : null)
  })
})
