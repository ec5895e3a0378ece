import { describe, expect, it } from 'vitest'
import { SIDES } from '#geometry/neighbours'
import { succeeded } from '#goal/outcome'
import { faceAttacker } from '#skills/combat/face-attacker'
import { takeCover } from '#skills/combat/take-cover'
import { Reflexes } from '#skills/reflexes/reflexes'
import { sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

/** The agent looks toward positive x; an attack from behind comes from this many blocks away. */
const AHEAD = -Math.PI / 2
const BEHIND = -2

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))(
  'an agent with the `player` perception in %s',
  (version) => {
    const on = sharedStage(version, { perception: 'player', difficulty: 'normal' })

    /** Attacks the agent from behind, and returns its reaction. */
    const hitFromBehind = async () => {
      const { player, simulation, body, context, at } = on()
      await simulation.run(body.controls.look(AHEAD, 0))
      const reflexes = new Reflexes(context)
      reflexes.next()
      player.vitals.hurt(2, 'mob', at(BEHIND, 0, 0))
      await simulation.advance(3)
      return reflexes.next()
    }

    it('turns to an attacker behind it, and sees it', async () => {
      const { mob, perform, context } = on()
      const zombie = mob('zombie', BEHIND, 0, 0)
      const due = await hitFromBehind()
      expect(due?.reflex.name).toBe('face-attacker')
      const { result, ticks } = await perform(faceAttacker, null)
      expect(result).toEqual(succeeded)
      expect(ticks).toBeLessThan(12)
      expect(context.memory.entity(zombie.id)?.visible).toBe(true)
    })

    // The stage is dark in 1.12.2, and the agent sees no archer there.
    const inLight = it.skipIf(version === '1.12.2')

    inLight('avoids the place of an archer that it sees then and cannot charge', async () => {
      const { fill, mob, perform, body } = on()
      fill([-8, 0, 0], [-8, 4, 0], 'stone')
      const skeleton = mob('skeleton', -8, 5, 0)
      await hitFromBehind()
      const { result } = await perform(faceAttacker, null)
      expect(result).toEqual(succeeded)
      expect(body.dangers.near(skeleton.position)).toBe(true)
    })

    inLight('takes cover from an archer that shot and went out of sight', async () => {
      const { fill, mob, perform, player, simulation, body, context, give, at, kind } = on()
      await give({ cobblestone: 16 })
      await simulation.run(body.controls.look(AHEAD, 0))
      const reflexes = new Reflexes(context)
      reflexes.next()
      const skeleton = mob('skeleton', 9, 0, 0)
      await simulation.advance(4)
      expect(context.memory.entity(skeleton.id)?.visible).toBe(true)
      fill([7, 0, -2], [7, 4, 2], 'stone')
      player.vitals.hurt(2, 'mob', at(9, 0, 0))
      await simulation.advance(3)
      expect(reflexes.next()).toMatchObject({
        reflex: { name: 'take-cover' },
        reason: 'skeleton nearby',
      })
      expect((await perform(takeCover, null)).result).toEqual(succeeded)
      const { x, y, z } = body.feet.minus(at(0, 0, 0))
      for (const [dx, dz] of SIDES) expect(kind(x + dx, y + 1, z + dz)).toBe('cobblestone')
      expect(reflexes.next()).toBeUndefined()
    })

    it('places blocks in the line of sight of an attacker that it does not see', async () => {
      const { perform, give, kind } = on()
      await give({ cobblestone: 10 })
      await hitFromBehind()
      const { result } = await perform(faceAttacker, null)
      expect(result).toMatchObject({ ok: false, failure: { kind: 'unreachable' } })
      const between = [1, 0, -1, -2].flatMap((x) => [kind(x, 0, 0), kind(x, 1, 0)])
      expect(between).toContain('cobblestone')
    })

    it('leaves when an unseen attacker hits it again', async () => {
      const { perform, body } = on()
      const start = body.position.clone()
      await hitFromBehind()
      await perform(faceAttacker, null)
      expect(body.position.distanceTo(start)).toBeLessThan(3)
      await hitFromBehind()
      await perform(faceAttacker, null)
      // The knockback of the two attacks is less than six blocks.
      expect(body.position.x - start.x).toBeGreaterThan(6)
    })

    it('stops leaving when the attacker comes along and hits it', async () => {
      const { perform, body, player, at, fill } = on()
      for (const z of [-1, 1]) fill([-2, 0, z], [12, 2, z], 'stone')
      await hitFromBehind()
      await perform(faceAttacker, null)
      await hitFromBehind()
      const start = body.position.clone()
      let hit: number | undefined
      body.onTick(() => {
        if (hit !== undefined || body.position.x - start.x < 2.5) return
        hit = body.clock.tick
        player.vitals.hurt(2, 'mob', at(BEHIND, 0, 0))
      })
      await perform(faceAttacker, null)
      expect(body.clock.tick - (hit ?? 0)).toBeLessThan(8)
    })

    it('does not look for an attacker after a fall', async () => {
      const { player, simulation, context } = on()
      const reflexes = new Reflexes(context)
      reflexes.next()
      player.vitals.hurt(2, 'fall')
      await simulation.advance(3)
      expect(reflexes.next()).toBeUndefined()
    })
  },
)
