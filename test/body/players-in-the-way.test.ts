import { describe, expect, it, onTestFinished } from 'vitest'
import { openWindow } from '#body/clicks'
import { digBlock } from '#body/dig'
import { showOtherPlayer } from '../support/other-player.ts'
import { sharedStage } from '../support/skills.ts'
import { versionsFor } from '../support/versions.ts'

/** Longer than the agent tries to get a player out of its line of sight (ticks). */
const PATIENCE = 60
/** Where one player stands who hides a block, and where two do that hide it from everywhere in a tunnel (blocks). */
const ALONE = 0.5
const SIDE_BY_SIDE = [0.2, 0.8]

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))(
  'players stand between the agent and a block, on %s:',
  (version) => {
    const on = sharedStage(version)
    const { signal } = new AbortController()

    /** Other players right before the agent, at distances from its left side, who hide the block behind them. */
    const hide = async (name: string, ...sides: readonly number[]) => {
      const { at, block, body, player, run, simulation, stand } = on()
      await stand(0, 0, 0)
      block(2, 0, 0, name)
      const moves = sides.map((side, i) =>
        showOtherPlayer(player, version, `Ann${i}`, at(1, 0, 0).offset(0.5, 0, side)),
      )
      const leave = () => {
        for (const move of moves.splice(0)) move(undefined)
      }
      onTestFinished(leave)
      await simulation.advance(5)
      const turned = body.crosshair.bring(() => body.crosshair.find(at(2, 0, 0)), signal)
      expect(await run(turned)).toBeUndefined()
      return leave
    }
    /** Walls to the left and to the right of the agent, and behind it. */
    const wallIn = () => {
      const { fill } = on()
      fill([-1, 0, -1], [3, 1, -1], 'bedrock')
      fill([-1, 0, 1], [3, 1, 1], 'bedrock')
      fill([-1, 0, 0], [-1, 1, 0], 'bedrock')
    }
    it('the agent steps aside and digs the block', async () => {
      const { at, body, kind, run } = on()
      await hide('dirt', ALONE)
      expect(await run(digBlock(body, at(2, 0, 0), signal))).toBe(true)
      expect(kind(2, 0, 0)).toBe('air')
    })

    it('the agent steps aside and opens a crafting table', async () => {
      const { at, body, run } = on()
      await hide('crafting_table', ALONE)
      const clicks = await run(openWindow(body, at(2, 0, 0), signal))
      expect(clicks?.isOpen).toBe(true)
      await run(clicks?.close() ?? Promise.resolve())
    })

    it('in a tunnel, the agent digs the block once the players leave', async () => {
      const { at, body, run, simulation } = on()
      wallIn()
      const leave = await hide('dirt', ...SIDE_BY_SIDE)
      const dug = digBlock(body, at(2, 0, 0), signal)
      await simulation.advance(15)
      leave()
      expect(await run(dug)).toBe(true)
    })

    it('in a tunnel, the agent gives up on the block when the players stay', async () => {
      const { at, body, kind, run } = on()
      wallIn()
      await hide('dirt', ...SIDE_BY_SIDE)
      const { tick } = body.clock
      expect(await run(digBlock(body, at(2, 0, 0), signal))).toBe(false)
      expect(body.clock.tick - tick).toBeLessThan(PATIENCE)
      expect(kind(2, 0, 0)).toBe('dirt')
    })
  },
)
