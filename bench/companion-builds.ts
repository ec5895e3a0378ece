/**
 * Lets a companion build ten schematics from empty hands, each in the worlds of some seeds:
 *
 *     npx node bench/companion-builds.ts FIRST_SEED [seeds: 10] [schematic: all] [materials: none or given] [results.jsonl]
 *
 * The world counts the blocks. The site is the one that the companion chose. With a file of results, a run that was ended
 * continues, and runs that share one do not repeat each other's buildings.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Vec3 } from 'vec3'
import { inWood } from '#play/building/materials'
import { SchematicShelf } from '#play/schematics/shelf'
import { billOf, isAsPlanned } from '#skills/building/blueprint'
import { stacksOf } from '#world/windows/stacks'
import { fileOf } from '../scripts/schematic-file.ts'
import { MEASURED } from './building-designs.ts'
import { CompanionStage } from './companion-stage.ts'

/** Limit on one building (ticks): four days of the game. */
const LIMIT = 96_000

/** How one building ended, by the world's count. */
interface Result {
  readonly seed: number
  readonly name: string
  readonly right: number
  readonly planned: number
  readonly ticks: number
  readonly deaths: number
  readonly said: string
}

const [first = '74001', seeds = '10', only = '', materials = 'none', file] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'delver-schematics-'))
for (const design of MEASURED) writeFileSync(join(folder, `${design.name}.schem`), fileOf(design))
const shelf = new SchematicShelf([folder])
const results = (): Result[] =>
  file !== undefined && existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Result)
    : []
const all: Result[] = []
for (let seed = Number(first); seed < Number(first) + Number(seeds); seed++)
  for (const { name } of MEASURED.filter((one) => one.name.includes(only))) {
    const known = results().find((one) => one.seed === seed && one.name === name)
    const result = known ?? (await built(name, seed))
    if (!known && file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`)
    all.push(result)
    const { right, planned, ticks, deaths, said } = result
    console.log(
      `${seed} ${name}: ${right} of ${planned}, ${ticks} ticks, ${deaths} deaths: ${said}`,
    )
  }
for (const [name, runs] of Map.groupBy(all, (one) => one.name)) {
  const sum = (value: (one: Result) => number) => runs.reduce((total, one) => total + value(one), 0)
  const [right, planned] = [sum((one) => one.right), sum((one) => one.planned)]
  console.log(
    `${name}: ${right} of ${planned} blocks (${((100 * right) / planned).toFixed(1)} %), ${sum((one) => (one.right === one.planned ? 1 : 0))} of ${runs.length} complete, ${sum((one) => one.deaths)} deaths`,
  )
}
process.exit()

async function built(name: string, seed: number): Promise<Result> {
  const stage = await CompanionStage.open({
    ...{ seed, difficulty: 'normal', perception: 'player', schematics: shelf },
  })
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
    const planned = blueprint.blocks.length
    return { seed, name, right, planned, ticks: stage.tick - begun, deaths, said }
  } finally {
    await stage.close()
  }
}
