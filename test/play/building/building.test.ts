import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { SchematicShelf } from '#play/schematics/shelf'
import { billOf } from '#skills/building/blueprint'
import { differences, packagedBlueprint, spongeFile } from '../../support/blueprints.ts'
import { companionStage } from '../../support/companion.ts'
import { longIt } from '../../support/versions.ts'

/** Limit on one test (ms). */
const TEST_MS = 240_000

describe('a companion that builds from a file', () => {
  const stage = companionStage({ perception: 'player' })
  const site = () => stage().companion.orders[0]?.progress?.site
  const blueprint = () => packagedBlueprint(stage().session.world.game.registry, 'hut')
  const wrong = ({ x, y, z }: { x: number; y: number; z: number }) =>
    differences(stage().session.world.game, blueprint(), new Vec3(x, y, z))

  longIt(
    'continues after "stop", a kick and a restart, and what stands counts',
    async () => {
      const { ann, start, leave, player, give, until, heard, advance } = stage()
      await give({ ...billOf(stage().session.world.game.registry, blueprint().blocks), dirt: 32 })
      ann.chat('build a hut')
      await until(() => site() !== undefined, 600)
      const place = site()
      if (!place) throw new Error('no site')
      const left = () => wrong(place).length
      const interrupt = async (built: number) => {
        await until(() => left() <= 109 - built)
        return left()
      }
      await interrupt(20)
      ann.chat('stop')
      await until(heard(/^I stand still/), 20)
      const atStop = left()
      await advance(100)
      expect(left()).toBe(atStop)
      ann.chat('continue')
      const atKick = await interrupt(45)
      player('Delver').kick('the server has a hiccup')
      await advance(600)
      expect(left()).toBeLessThanOrEqual(atKick)
      await interrupt(70)
      const atRestart = left()
      await leave()
      expect(left()).toBeLessThanOrEqual(atRestart)
      await start()
      expect(site()).toEqual(place)
      await until(heard(/^Done: hut stands, 10[89] of 109 blocks as planned/), 9000)
      expect(wrong(place)).toEqual([])
      expect(stage().companion.orders).toEqual([])
    },
    TEST_MS,
  )

  it('asks which schematic, and takes the answer', async () => {
    const { ann, until, heard } = stage()
    ann.chat('Delver, build a house')
    await until(heard(/^I have no schematic called house\. .* 1 bridge, 2 hut, 3 watchtower/), 100)
    ann.chat('the hut')
    await until(() => stage().companion.orders[0]?.order.name === 'build', 100)
    expect(stage().companion.orders[0]?.order.args).toEqual({ schematic: 'hut', at: null })
  })

  it('says which material it cannot get, and what stands', async () => {
    const { start, leave, give, until, heard } = stage()
    const folder = mkdtempSync(join(tmpdir(), 'schematics-'))
    writeFileSync(join(folder, 'post.schem'), spongeFile(['cobblestone', 'sponge']))
    await leave()
    await start({ schematics: new SchematicShelf([folder]) })
    await give({ cobblestone: 1, dirt: 32 })
    stage().companion.hear('build post', null)
    await until(
      heard(/^I could not build post\. 1 of 2 blocks as planned\. I could not get sponge: /),
    )
  })

  longIt(
    'builds in the wood that it has',
    async () => {
      const { said, give, until, heard } = stage()
      const { registry } = stage().session.world.game
      const bill = billOf(registry, packagedBlueprint(registry, 'bridge').blocks)
      const birch = Object.entries(bill).map(([item, count]) => [
        item.replace('oak', 'birch'),
        count,
      ])
      await give({ ...Object.fromEntries(birch), birch_log: 8, dirt: 32 })
      stage().companion.hear('build bridge', null)
      await until(heard(/^Done: bridge stands, 47 of 47 blocks as planned/), 3000)
      expect(said.join()).toContain('birch planks')
    },
    TEST_MS,
  )
})
