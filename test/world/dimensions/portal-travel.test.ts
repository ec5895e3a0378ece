import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { lightPortal } from '#world/rules/portal'
import { stacksOf } from '#world/windows/stacks'
import { type Practice, practice } from '../../support/practice.ts'
import { casesFor } from '../../support/versions.ts'

/** Versions that name the dimensions in different ways. */
const VERSIONS = casesFor({
  all: ['1.12.2', '1.14.4', '1.16.5', '1.18.2', '1.20.6', '1.21.4', '26.1'],
  some: ['1.12.2', '1.20.6'],
})
/** Time in a portal, and for the way back out of it (ticks). */
const PORTAL_TICKS = 110

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

/** A lit portal some blocks away from the bot, with its inside at this position. */
function buildPortal({ world, bot }: Practice): Vec3 {
  const { level } = world.game
  const { registry } = level
  const { x, y, z } = bot.entity.position.floored().offset(2, 0, 3)
  for (let right = -1; right <= 2; right++)
    for (let up = -1; up <= 3; up++)
      if (right === -1 || right === 2 || up === -1 || up === 3)
        level.set(x + right, y + up, z, registry.blockState('obsidian'))
  if (!lightPortal(level, x, y, z)) throw new Error('the portal does not light')
  return new Vec3(x + 0.5, y, z + 0.5)
}

async function through(session: Practice, portal: Vec3): Promise<void> {
  const { simulation, world } = session
  const [player] = world.game.players
  if (!player) throw new Error('the world has no player')
  world.game.dimensions.of(player).movement.teleport(player, portal)
  await simulation.advance(PORTAL_TICKS)
}

describe.each(VERSIONS)('portals on %s', (version) => {
  it('take a player to the Nether, to linked portals, and back', async () => {
    session = await practice({ version, seed: 5 })
    const { world, bot, simulation } = session
    const { dimensions } = world.game
    const [player] = world.game.players
    const portal = buildPortal(session)
    await simulation.advance(5)
    player?.inventory.give(stacksOf(world.game.registry).make('obsidian'))
    await through(session, portal)
    expect(bot.game.dimension).toBe('the_nether')
    const nether = dimensions.get('the_nether')
    expect([...nether.players]).toEqual([player])
    expect([...world.game.dimensions.overworld.players]).toEqual([])
    const { position } = bot.entity
    expect(position.x).toBeCloseTo(portal.x / 8, -2)
    expect(bot.blockAt(position)?.name).toMatch(/portal/)
    expect(bot.blockAt(position.offset(0, -1, 0))?.name).toBe('obsidian')
    expect(bot.blockAt(new Vec3(position.x, 0, position.z))?.name).toBe('bedrock')
    expect(bot.blockAt(new Vec3(position.x, 127, position.z))?.name).toBe('bedrock')
    expect(bot.inventory.items().map(({ name }) => name)).toEqual(['obsidian'])
    // It stays until the player leaves the portal and enters it again.
    await simulation.advance(PORTAL_TICKS)
    expect(bot.game.dimension).toBe('the_nether')
    await leavePortal(session)
    await through(session, position.clone())
    expect(bot.game.dimension).toBe('overworld')
    expect(bot.entity.position.distanceTo(portal)).toBeLessThan(2)
    expect(bot.blockAt(bot.entity.position.offset(0, -1, 0))?.name).toBe('obsidian')
    await leavePortal(session)
    await through(session, portal)
    // The same portal on the other side.
    expect(bot.entity.position.distanceTo(position)).toBeLessThan(2)
    expect(nether.portals.nearest(position, 128)?.distanceTo(position)).toBeLessThan(3)
  })
})

async function leavePortal({ world, simulation, bot }: Practice): Promise<void> {
  const [player] = world.game.players
  if (!player) throw new Error('the world has no player')
  const { level, movement } = world.game.dimensions.of(player)
  const free = bot.entity.position.floored().offset(0.5, 4, 0.5)
  level.set(
    Math.floor(free.x),
    free.y - 1,
    Math.floor(free.z),
    level.registry.blockState('obsidian'),
  )
  for (const up of [0, 1])
    level.set(Math.floor(free.x), free.y + up, Math.floor(free.z), level.registry.blockState('air'))
  movement.teleport(player, free)
  await simulation.advance(20)
}
