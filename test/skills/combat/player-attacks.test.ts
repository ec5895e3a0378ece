import type { Vec3 } from 'vec3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { succeeded } from '#goal/outcome'
import { evadePlayer } from '#skills/combat/evade-player'
import { faceAttacker } from '#skills/combat/face-attacker'
import { Reflexes } from '#skills/reflexes/reflexes'
import { showOtherPlayer } from '../../support/other-player.ts'
import { sharedStage } from '../../support/skills.ts'

const NAME = 'Griefer'
/** The agent looks toward positive x. */
const AHEAD = -Math.PI / 2
const REACH = 3
/** Distance at which the attacker stays (blocks). */
const ARM = 2
const ATTACK_EVERY_TICKS = 12
/** Damage of a bare fist and of a weapon (health points). */
const FIST = 1
const WEAPON = 4
/** Damage of an arrow. Health that heals in the same tick hides a part of it. */
const ARROW = 5
/** Farther than the player who shoots (blocks), and time in which the agent sees it (ticks). */
const FAR = 40
const LOOK_TICKS = 40
const TURNS = 4

describe.each(
  ['1.12.2', '1.16.5', '1.21.4'].flatMap((version) =>
    (['player', 'seen'] as const).map((perception) => ({ version, perception })),
  ),
)('a player attacks an agent with the `$perception` perception in $version', (setup) => {
  const { version } = setup
  const on = sharedStage(version, { ...setup, difficulty: 'normal' })

  /** Another player two blocks away, which does not move. */
  const meet = async (offset: [number, number, number]) => {
    const { player, simulation, body, context, at } = on()
    await simulation.run(body.controls.look(AHEAD, 0))
    const place = at(...offset).offset(0.5, 0, 0.5)
    const move = showOtherPlayer(player, version, NAME, place)
    onTestFinished(() => move(undefined))
    await simulation.advance(5)
    const reflexes = new Reflexes(context)
    expect(reflexes.next()?.reason ?? '').not.toContain(NAME)
    return { place, move, reflexes }
  }

  /** Whether no block is between the eye of a player at a place and the agent. */
  const sees = (place: Vec3) => {
    const { player, game } = on()
    const eye = place.offset(0, 1.6, 0)
    const line = player.position.offset(0, 1, 0).minus(eye)
    return Array.from({ length: 20 }, (_, i) => eye.plus(line.scaled(i / 20)).floored()).every(
      ({ x, y, z }) => game.level.name(x, y, z) === 'air',
    )
  }

  /** Attacks while the agent is in reach, and follows the agent if asked to. */
  const attack = (place: Vec3, follow?: (to: Vec3) => void) => {
    const { player, body } = on()
    let at = place
    let attacks = 0
    const stop = body.onTick(() => {
      if (body.clock.tick % ATTACK_EVERY_TICKS !== 0) return
      const offset = player.position.minus(at)
      if (follow && offset.norm() > REACH) {
        at = at.plus(offset.scaled(1 - ARM / offset.norm()))
        follow(at)
      }
      if (at.distanceTo(player.position) > REACH || !sees(at)) return
      attacks++
      player.vitals.hurt(FIST, 'mob', at)
    })
    return { stop, at: () => at, attacks: () => attacks }
  }

  /** Whether the agent attacks anything from now on. */
  const watchHands = () => {
    let hits = 0
    on().player.receive<{ mouse: number }>('use_entity', ({ mouse }) => {
      if (mouse === 1) hits++
    })
    return () => hits
  }

  it('the agent names the player that it sees, and runs out of reach without hitting back', async () => {
    const { player, simulation, perform, body } = on()
    const { place, reflexes } = await meet([2, 0, 0])
    const hits = watchHands()
    player.vitals.hurt(WEAPON, 'mob', place)
    await simulation.advance(3)
    expect(reflexes.next()).toMatchObject({
      reason: `attacked by ${NAME}`,
      reflex: { name: 'evade-player' },
    })
    const assault = attack(place)
    const { result } = await perform(evadePlayer, null)
    assault.stop()
    expect(result).toEqual(succeeded)
    expect(body.position.distanceTo(place)).toBeGreaterThan(6)
    expect(assault.attacks()).toBeLessThan(4)
    expect(body.dangers.near(place)).toBe(true)
    expect(hits()).toBe(0)
  })

  it('the agent ignores a punch, and runs from a second one', async () => {
    const { player, simulation } = on()
    const { place, reflexes } = await meet([2, 0, 0])
    const punched = async () => {
      player.vitals.hurt(FIST, 'mob', place)
      await simulation.advance(3)
      return reflexes.next()?.reflex.name
    }
    expect(await punched()).toBeUndefined()
    await simulation.advance(ATTACK_EVERY_TICKS)
    expect(await punched()).toBe('evade-player')
  })

  it('the agent walls itself in when the player follows', async () => {
    const { player, simulation, perform, fill, give } = on()
    // A room without a way out.
    fill([-5, 0, -5], [5, 3, 5], 'bedrock')
    fill([-4, 0, -4], [4, 2, 4], 'air')
    await give({ cobblestone: 20 })
    const { place, move, reflexes } = await meet([2, 0, 0])
    const hits = watchHands()
    player.vitals.hurt(WEAPON, 'mob', place)
    await simulation.advance(3)
    reflexes.next()
    const assault = attack(place, move)
    // The controller repeats a reflex that is still due.
    for (let turn = 0; turn < TURNS && sees(assault.at()); turn++) await perform(evadePlayer, null)
    assault.stop()
    expect(sees(assault.at())).toBe(false)
    expect(player.vitals.health).toBeGreaterThan(5)
    expect(hits()).toBe(0)
  })

  it('the agent walls itself in against a player who shoots from afar', async () => {
    const { player, body, context, simulation, perform, give, fill } = on()
    fill([10, -1, -2], [20, -1, 2], 'stone')
    await give({ cobblestone: 20 })
    const { place, reflexes } = await meet([18, 0, 0])
    const isSeen = () =>
      context.memory.entities(['player'], body.position, FAR).some(({ visible }) => visible)
    expect(await simulation.run(body.until(isSeen, LOOK_TICKS, new AbortController().signal))).toBe(
      true,
    )
    const hits = watchHands()
    player.vitals.hurt(ARROW, 'mob', place)
    await simulation.advance(3)
    expect(reflexes.next()?.reason).toBe(`attacked by ${NAME}`)
    expect((await perform(evadePlayer, null)).result).toEqual(succeeded)
    expect(sees(place)).toBe(false)
    expect(hits()).toBe(0)
  })

  it('the agent turns to a player behind it, recognizes it, and does not wall itself in', async () => {
    const { player, simulation, perform, carried, give } = on()
    await give({ cobblestone: 10 })
    const { place, reflexes } = await meet([-2, 0, 0])
    player.vitals.hurt(WEAPON, 'mob', place)
    await simulation.advance(3)
    if (setup.perception === 'player') {
      expect(reflexes.next()?.reflex.name).toBe('face-attacker')
      expect((await perform(faceAttacker, null)).result).toEqual(succeeded)
    }
    expect(reflexes.next()?.reason).toBe(`attacked by ${NAME}`)
    expect(carried()).toEqual({ cobblestone: 10 })
  })

  it('the agent does not blame a bystander for a fall, or for an attack from elsewhere', async () => {
    const { player, simulation, at } = on()
    const { reflexes } = await meet([2, 0, 0])
    for (const hurt of [
      () => player.vitals.hurt(1, 'fall'),
      () => player.vitals.hurt(WEAPON, 'mob', at(-2, 0, 0)),
    ]) {
      hurt()
      await simulation.advance(3)
      expect(reflexes.next()?.reason ?? '').not.toContain(NAME)
      await simulation.advance(20)
    }
  })

  it('the agent does not blame a bystander for the attack of a monster', async () => {
    const { player, simulation, at, mob } = on()
    mob('zombie', 3, 0, 1)
    const { reflexes } = await meet([2, 0, 0])
    player.vitals.hurt(WEAPON, 'mob', at(3, 0, 1))
    await simulation.advance(3)
    expect(reflexes.next()?.reason ?? '').not.toContain(NAME)
  })
})
