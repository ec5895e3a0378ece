import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parsePlan } from '#goal/parse'
import { canCrawl } from '#knowledge/player-size'
import { registryFor } from '#knowledge/registry'
import { eat } from '#skills/items/eat'
import { branchMine } from '#skills/mining/branch-mine'
import { type Stage, sharedStage } from '../support/skills.ts'
import { casesFor, longIt, VERSIONS } from '../support/versions.ts'

/** Versions whose packets for windows and items differ, of all that CI plays. */
const PLAYED = casesFor({ all: VERSIONS, some: ['1.12.2', '1.19.3', '26.1'] })
/** Length of a tunnel (blocks). */
const TUNNEL = 5
const DUSK = 12_600

/** What the agent does in each version, in this order, and what it carries at least afterwards. */
const GOALS: readonly (readonly [goal: string, carried: Readonly<Record<string, number>>])[] = [
  ["mine({'log': 6}, null)", { oak_log: 6 }],
  ["craft({'planks': 24}, {'log': 6}, null)", { oak_planks: 24 }],
  ["craft({'crafting_table': 1}, {'planks': 4}, null)", { crafting_table: 1 }],
  ["craft({'stick': 4}, {'planks': 2}, null)", { stick: 4 }],
  [
    "craft({'wooden_pickaxe': 1}, {'planks': 3, 'stick': 2}, 'crafting_table')",
    { wooden_pickaxe: 1 },
  ],
  // Eight for the furnace; with the others it may climb out of the hole that it dug.
  ["mine({'cobblestone': 12}, 'wooden_pickaxe')", { cobblestone: 12 }],
  ["craft({'furnace': 1}, {'cobblestone': 8}, 'crafting_table')", { furnace: 1 }],
  ["smelt({'iron_ingot': 1}, {'ORE': 1, 'coal': 1}, 'furnace')", { iron_ingot: 1 }],
  ["craft({'chest': 1}, {'planks': 8}, 'crafting_table')", { chest: 1 }],
  ["craft({'bed': 1}, {'wool': 3, 'planks': 3}, 'crafting_table')", { white_bed: 1 }],
]

describe.each(PLAYED)('on %s', (version) => {
  const on = sharedStage(version, { difficulty: 'normal' })
  const registry = registryFor(version)
  const ore = registry.hasItem('raw_iron') ? 'raw_iron' : 'iron_ore'

  longIt(
    'the agent mines, crafts, smelts, stores, eats and sleeps',
    async () => {
      const stage = on()
      const { Controller } = await import('#agent/controller/controller')
      const { Reflexes } = await import('#skills/reflexes/reflexes')
      const { goalLanguage } = await import('#skills/library')
      const { context, game, player, simulation } = stage
      const language = goalLanguage(registry)
      const controller = new Controller(language, context, new Reflexes(context))
      const work = async (text: string) => {
        const plan = parsePlan(language, text)
        if (!plan.ok) throw new Error(`${text}: ${plan.error.message}`)
        for (const goal of plan.goals) {
          const outcome = await stage.run(controller.carryOut(goal, new AbortController().signal))
          expect([text, outcome]).toEqual([text, { ok: true }])
        }
      }
      await furnish(stage, ore)
      for (const [text, carried] of GOALS) {
        await work(text.replace('ORE', ore))
        for (const [item, count] of Object.entries(carried))
          expect(stage.carried()[item], `${item} after ${text}`).toBeGreaterThanOrEqual(count)
      }
      // Level ground: it may stand in the hole from which it took the stone.
      await stage.stand(0, 0, 7)
      await work("store({'iron_ingot': 1}, 'chest')")
      expect(stage.carried()).not.toHaveProperty('iron_ingot')
      await work("withdraw({'iron_ingot': 1}, 'chest')")
      expect(stage.carried()).toMatchObject({ iron_ingot: 1 })

      while (player.vitals.food > 12) {
        player.vitals.exhaust(20)
        await simulation.advance(4)
      }
      await simulation.advance(40)
      const hungry = player.vitals.food
      expect((await stage.perform(eat, null)).result).toEqual({ ok: true })
      expect(player.vitals.food).toBeGreaterThan(hungry)

      await stage.stand(0, 0, 7)
      game.time.ofDay = DUSK
      await simulation.advance(25)
      await work("sleep({'bed': 1}, null)")
      expect(game.time.ofDay).toBeLessThan(1000)
    },
    60_000,
  )

  it.runIf(canCrawl(registry))('the agent digs a tunnel while crawling', async () => {
    const { fill, give, stand, perform, body, at, player } = on()
    fill([-6, -5, -6], [6, 6, 6], 'stone')
    fill([0, 0, 0], [0, 1, 0], 'air')
    await give({ iron_pickaxe: 1, oak_trapdoor: 1, cobblestone: 8 })
    await stand(0, 0, 0)
    const found = () => body.feet.distanceTo(at(0, 0, 0)) >= TUNNEL
    const height = body.feet.y
    const search = { sought: 'diamond', height, found, able: () => true }
    expect((await perform(branchMine, search)).result).toEqual({ ok: true })
    expect([body.posture.crawling, player.crawling]).toEqual([true, true])
  })
})

/** Puts what the agent needs on the stage and into its inventory. */
async function furnish({ fill, give, stand }: Stage, ore: string): Promise<void> {
  for (const z of [-2, 0, 2]) fill([4, 0, z], [4, 1, z], 'oak_log')
  fill([-5, 0, -3], [-5, 1, 2], 'stone')
  await give({ [ore]: 1, coal: 1, white_wool: 3, bread: 3 })
  await stand(0, 0, 0)
}

it('the reference has a row for each version', () => {
  const page = readFileSync(new URL('../../docs/reference/versions.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| \d/.test(line))
  const wanted = VERSIONS.map(
    (version) => `| ${version} | yes | ${canCrawl(registryFor(version)) ? 'yes' : 'no'} |`,
  )
  expect(rows).toEqual(wanted)
})
