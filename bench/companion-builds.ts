/**
 * Lets a companion build the package's schematics from empty hands, each in the worlds of some seeds:
 *
 *     npx node bench/companion-builds.ts FIRST_SEED [seeds: 10] [schematic: all] [materials: none or given]
 *
 * The world counts the blocks. The site is the one that the companion chose.
 */
import { Vec3 } from 'vec3'
import { inWood } from '#play/building/materials'
import { SchematicShelf } from '#play/schematics/shelf'
import { billOf, isAsPlanned } from '#skills/building/blueprint'
import { stacksOf } from '#world/windows/stacks'
import { CompanionStage } from './companion-stage.ts'

/** Limit on one building (ticks): four days of the game. */
const LIMIT = 96_000

const [first = '74001', seeds = '10', only = '', materials = 'none'] = process.argv.slice(2)
const shelf = new SchematicShelf()
const sums = new Map<string, { right: number; planned: number; whole: number; runs: number }>()
for (let seed = Number(first); seed < Number(first) + Number(seeds); seed++)
  for (const name of ['hut', 'watchtower', 'bridge'].filter((one) => one.includes(only))) {
    const { right, planned, ticks, deaths, said } = await built(name, seed)
    const sum = sums.get(name) ?? { right: 0, planned: 0, whole: 0, runs: 0 }
    sums.set(name, {
      right: sum.right + right,
      planned: sum.planned + planned,
      whole: sum.whole + (right === planned ? 1 : 0),
      runs: sum.runs + 1,
    })
    console.log(
      `${seed} ${name}: ${right} of ${planned}, ${ticks} ticks, ${deaths} deaths: ${said}`,
    )
  }
for (const [name, { right, planned, whole, runs }] of sums)
  console.log(
    `${name}: ${right} of ${planned} blocks (${((100 * right) / planned).toFixed(1)} %), ${whole} of ${runs} complete`,
  )
process.exit()

async function built(name: string, seed: number) {
  const stage = await CompanionStage.open({ seed, difficulty: 'normal', perception: 'player' })
  try {
    const { level, registry, players } = stage.world.game
    let deaths = 0
    players.on('death', () => deaths++)
    const reading = shelf.load(name, registry)
    if (!reading.ok) throw new Error(reading.reason)
    if (materials === 'given') {
      const items = {
        ...billOf(registry, reading.blueprint.blocks),
        oak_log: 8,
        dirt: 40,
        iron_pickaxe: 1,
      }
      for (const [item, count] of Object.entries(items))
        for (let left = count; left > 0; left -= registry.stackSize(item))
          stage
            .player('Delver')
            ?.inventory.give(
              stacksOf(registry).make(item, Math.min(left, registry.stackSize(item))),
            )
      await stage.advance(20)
    }
    const begun = stage.tick
    stage.companion.hear(`build ${name}`, null)
    const site = () => stage.companion.orders[0]?.progress?.site
    await stage.until(() => site() !== undefined || stage.companion.isIdle, 8000)
    const place = site()
    await stage.until(() => stage.companion.isIdle, LIMIT)
    const blueprint = inWood(reading.blueprint, place?.wood ?? null)
    const right = blueprint.blocks.filter((block) => {
      const at = place && new Vec3(place.x + block.x, place.y + block.y, place.z + block.z)
      return at && isAsPlanned(registry, block, level.state(at.x, at.y, at.z))
    }).length
    const said = stage.said.at(-1)?.text ?? ''
    return { right, planned: blueprint.blocks.length, ticks: stage.tick - begun, deaths, said }
  } finally {
    await stage.close()
  }
}
