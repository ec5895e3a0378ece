import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { sharedStage, takeBack } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

describe.each(versionsFor('1.16.5', '1.12.2', '26.1'))('a drop in a hole on %s', (version) => {
  const stage = sharedStage(version, { perception: 'player' })

  it('the agent takes its table back from a hole one block high, where its drop is out of sight', async () => {
    const { fill, block, stand, give, context, body, at, game, player, carried, simulation } =
      stage()
    fill([-4, -1, -4], [4, 4, 4], 'stone')
    fill([0, 0, 0], [0, 1, 0], 'air')
    block(1, 0, 0, 'crafting_table')
    // No route digs a furnace.
    block(1, 1, 0, 'furnace')
    context.agentState.stations.add(at(1, 0, 0))
    await give({ stone_axe: 1, stone_pickaxe: 1 })
    await stand(0, 0, 0)
    game.movement.teleport(player, at(0, 0, 0).offset(0.44, 0, 0.5))
    await simulation.run(body.controls.lookAt(at(1, 0, 0).offset(0, 0.5, 0.5)))
    await simulation.advance(4)
    const { drop } = game.items
    game.items.drop = (item, _place, options) =>
      drop.call(game.items, item, at(1, 0, 0).offset(0.875, 0.01, 0.875), {
        ...options,
        velocity: new Vec3(0, 0, 0),
      })
    try {
      await takeBack(stage())
    } finally {
      game.items.drop = drop
    }
    await simulation.advance(2)
    expect(carried().crafting_table).toBe(1)
  })
})
