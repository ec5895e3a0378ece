import { describe, expect, it } from 'vitest'
import { NAVIGATORS } from '#body/navigation/navigators'
import { travel } from '#body/navigation/travel'
import { guardPhysics } from '#body/physics-guard'
import { exactly } from '../../support/exact-goal.ts'
import { sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

/** Time across the stage on flat ground (ticks). Thin blocks may cost a third more. */
const FLAT = 14 * 3.57 + 14
const NEARLY_FLAT = 1.3 * FLAT

describe.each(NAVIGATORS)('an agent with the navigator %s', (navigator) => {
  describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('on %s', (version) => {
    const stage = sharedStage(version, { navigator, perception: 'loaded' })
    const slab = version === '1.12.2' ? 'stone_slab' : 'smooth_stone_slab'
    const dry = { waterlogged: 'false' }

    /** Fills a strip across the stage from x = -3 to 3, and walls off the rest. */
    async function strip(put: (x: number, z: number) => void) {
      const { fill, stand } = stage()
      fill([-10, 0, -2], [10, 3, -2], 'bedrock')
      fill([-10, 0, 2], [10, 3, 2], 'bedrock')
      for (let x = -3; x <= 3; x++) for (let z = -1; z <= 1; z++) put(x, z)
      await stand(-7, 0, 0)
    }

    /** Crosses the strip, and returns the changed blocks and the duration (ticks). */
    async function cross(x = 7, y = 0, z = 0) {
      const { simulation, body, at, game } = stage()
      const blocks = () => {
        const states: string[] = []
        for (let dx = -10; dx <= 10; dx++)
          for (let dy = -3; dy <= 8; dy++)
            for (let dz = -8; dz <= 8; dz++) {
              const place = at(dx, dy, dz)
              states.push(game.level.name(place.x, place.y, place.z))
            }
        return states
      }
      const before = blocks()
      const start = body.clock.tick
      const arrival = await simulation.run(
        travel(body, exactly(at(x, y, z)), new AbortController().signal),
      )
      const after = blocks()
      const changed = after.filter((state, i) => state !== before[i]).length
      return { arrival, ticks: body.clock.tick - start, changed }
    }

    const untouched = { arrival: 'arrived', changed: 0 }

    it.each([1, 4, 7, 8])('walks over snow of %i layers', async (layers) => {
      await strip((x, z) => stage().block(x, 0, z, 'snow', { layers: String(layers) }))
      const walk = await cross()
      expect(walk).toMatchObject(untouched)
      expect(walk.ticks).toBeLessThan(NEARLY_FLAT)
    })

    it('walks over snow of varying depth', async () => {
      await strip((x, z) =>
        stage().block(x, 0, z, 'snow', { layers: String(1 + ((x * 5 + z * 3 + 40) % 8)) }),
      )
      const walk = await cross()
      expect(walk).toMatchObject(untouched)
      expect(walk.ticks).toBeLessThan(1.6 * FLAT)
    })

    it.each(['white_carpet', 'farmland', 'lily_pad'])('walks over a strip of %s', async (name) => {
      await strip((x, z) => {
        if (name === 'lily_pad') stage().block(x, -1, z, 'water')
        // Dry farmland turns to dirt.
        if (name === 'farmland') stage().block(x, -1, z, name, { moisture: '7' })
        if (name !== 'farmland') stage().block(x, 0, z, name)
      })
      const walk = await cross()
      expect(walk).toMatchObject(untouched)
      expect(walk.ticks).toBeLessThan(NEARLY_FLAT)
    })

    it.each(['bottom', 'top', 'double'])('walks over %s slabs', async (type) => {
      const double = version === '1.12.2' && type === 'double'
      const half = version === '1.12.2' ? { half: type } : { type }
      await strip((x, z) =>
        stage().block(x, 0, z, double ? 'stone' : slab, double ? {} : { ...half, ...dry }),
      )
      const walk = await cross()
      expect(walk).toMatchObject(untouched)
      expect(walk.ticks).toBeLessThan(NEARLY_FLAT)
    })

    it('walks from slab to slab over an abyss', async () => {
      await strip((x, z) => {
        for (let y = -5; y < 0; y++) stage().block(x, y, z, 'air')
        if (z === 0) stage().block(x, 0, z, slab, dry)
      })
      expect(await cross()).toMatchObject(untouched)
    })

    it('runs up stairs and down again', async () => {
      const { fill, block } = stage()
      await strip(() => {})
      for (let i = 0; i < 4; i++) {
        fill([-4 + i, 0, -1], [4 - i, i, 1], 'stone')
        for (let z = -1; z <= 1; z++) {
          block(-4 + i, i, z, 'oak_stairs', { facing: 'east', half: 'bottom', shape: 'straight' })
          block(4 - i, i, z, 'oak_stairs', { facing: 'west', half: 'bottom', shape: 'straight' })
        }
      }
      const walk = await cross()
      expect(walk).toMatchObject(untouched)
      expect(walk.ticks).toBeLessThan(1.5 * FLAT)
    })

    it('walks around fences and walls, which are too high for a jump', async () => {
      const { fill } = stage()
      await strip(() => {})
      fill([-1, 0, -1], [-1, 0, 0], 'oak_fence')
      fill([2, 0, 0], [2, 0, 1], 'cobblestone_wall')
      const walk = await cross()
      expect(walk).toMatchObject(untouched)
      expect(walk.ticks).toBeLessThan(1.8 * FLAT)
    })

    it('opens a fence gate, walks through and closes it', async () => {
      const { fill, block } = stage()
      await strip(() => {})
      fill([0, 0, -1], [0, 0, 1], 'oak_fence')
      block(0, 0, 0, 'oak_fence_gate', { facing: 'east', open: 'false', in_wall: 'false' })
      expect(await cross()).toMatchObject(untouched)
    })

    it.each(['left', 'right'])(
      'opens a door hinged %s, walks through and closes it',
      async (hinge) => {
        const { fill, block, bot } = stage()
        guardPhysics(bot)
        await strip(() => {})
        fill([0, 0, -1], [0, 3, 1], 'bedrock')
        for (const [y, half] of [
          [0, 'lower'],
          [1, 'upper'],
        ] as const)
          block(0, y, 0, 'oak_door', {
            facing: 'east',
            open: 'false',
            powered: 'false',
            half,
            hinge,
          })
        expect(await cross()).toMatchObject(untouched)
      },
    )

    it('climbs a ladder up and down', async () => {
      const { fill, block, stand } = stage()
      fill([0, 0, -3], [6, 3, 3], 'bedrock')
      for (let y = 0; y < 4; y++)
        block(-1, y, 0, 'ladder', { facing: 'west', waterlogged: 'false' })
      await stand(-6, 0, 0)
      expect(await cross(4, 4, 0)).toMatchObject(untouched)
      expect(await cross(-6, 0, 0)).toMatchObject(untouched)
    })
  })
})
