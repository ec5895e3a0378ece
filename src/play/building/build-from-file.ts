import { Vec3 } from 'vec3'
import { SIDES } from '#geometry/neighbours'
import { goJob, skillJob } from '#life/jobs'
import { type Blueprint, billOf, isSecondHalf, itemOf } from '#skills/building/blueprint'
import { build } from '#skills/building/build'
import { Site, type Tally } from '#skills/building/site'
import { lookAround } from '#skills/moving/look-around'
import { knownPlayers } from '#skills/pursuit/approach-player'
import { counted } from '#wire/wording'
import { contentsText, type Spot } from '../memory.ts'
import type { BuildingSite, Ending } from '../order-queue.ts'
import { failedWith, type OrderRun } from '../order-run.ts'
import type { OrderArgs } from '../orders.ts'
import { spotOf } from '../speaker-spot.ts'
import { chooseSite } from './choose-site.ts'
import { chooseWood, inWood, nextBatch, obtainMaterial } from './materials.ts'

/** Limit on rounds of gathering and building that bring nothing further. */
const MAX_FRUITLESS = 3
/** Blocks for scaffolding: for each block of height, and in addition. */
const FILLER_EACH = 2
const FILLER_MORE = 8
/** How far to go for ground if none is close by, and how near to get (blocks). */
const FARTHER = 28
const FARTHER_RANGE = 6
/** Limit on the kinds of items in a message. */
const MAX_KINDS = 8

/**
 * Builds a schematic: gets the materials, clears the ground, places and checks every block. What stands already counts, so
 * that an order that was interrupted is resumed.
 */
export async function buildFromFile(
  { schematic, at }: OrderArgs<'build'>,
  run: OrderRun,
): Promise<Ending> {
  const { registry } = run.jobs.language
  const reading = run.schematics.load(schematic, registry)
  if (!reading.ok) return { ok: false, text: `I cannot read ${schematic}: ${reading.reason}.` }
  const isResumed = run.progress?.site !== undefined
  const site = run.progress?.site ?? (await siteFor(reading.blueprint, at, run))
  if ('text' in site) return site
  run.note({ before: 0, given: 0, carriedAtGiving: null, site })
  const here = run.here()?.dimension
  if (here !== undefined && here !== site.dimension)
    return { ok: false, text: `The building site is in ${site.dimension}; lead me there.` }
  const blueprint = inWood(reading.blueprint, site.wood)
  if (!isResumed) run.say(announcement(blueprint, site, run))
  return new Construction(blueprint, site, run).finish(isResumed)
}

/** Where to build, and with which wood. */
async function siteFor(
  blueprint: Blueprint,
  at: OrderArgs<'build'>['at'],
  run: OrderRun,
): Promise<BuildingSite | Ending> {
  const wanted = (await spotOf(run)) ?? run.here()
  await run.perform(skillJob(lookAround, null, { title: 'look around', evidence: 'skill' }))
  const workplace = run.workplace()
  if (!wanted || !workplace) return { ok: false, text: 'I am not in the world.' }
  const { body, memory } = workplace.world
  const people = knownPlayers({ memory }, body.position).map(({ position }) => position)
  const corner = at
    ? new Vec3(at.x, at.y, at.z)
    : (chooseSite(body, blueprint.size, wanted, [...people, body.position]) ??
      (await siteFarther(blueprint, wanted, run)))
  if (!corner) {
    const { x, z } = blueprint.size
    const text = `I see no flat, dry ground of ${x} by ${z} blocks here. Say "build ${blueprint.name} at X Y Z".`
    return { ok: false, text }
  }
  const site = new Site(body, blueprint, corner)
  if (site.cells.some((cell) => site.state(cell) === 'taken' && body.isProtected(cell.at)))
    return { ok: false, text: 'Blocks of a building are in the way there, which I do not dig.' }
  const wood = await chooseWood(blueprint, run)
  return { x: corner.x, y: corner.y, z: corner.z, dimension: wanted.dimension, wood }
}

/** Looks for ground in all directions, farther away. */
async function siteFarther(
  blueprint: Blueprint,
  { x, z }: Spot,
  run: OrderRun,
): Promise<Vec3 | null> {
  for (const [dx, dz] of SIDES) {
    const place = { x: x + FARTHER * dx, y: null, z: z + FARTHER * dz, range: FARTHER_RANGE }
    const { failure } = await run.perform(goJob(run.jobs, place))
    if (failure) failedWith(failure)
    await run.perform(skillJob(lookAround, null, { title: 'look around', evidence: 'skill' }))
    const world = run.workplace()?.world
    if (!world) return null
    const { position } = world.body
    const corner = chooseSite(world.body, blueprint.size, position, [position])
    if (corner) return corner
  }
  return null
}

function announcement(blueprint: Blueprint, { x, y, z }: BuildingSite, run: OrderRun): string {
  const { registry } = run.jobs.language
  const entries = Object.entries(billOf(registry, blueprint.blocks)).sort(([, a], [, b]) => b - a)
  const items = contentsText(Object.fromEntries(entries.slice(0, MAX_KINDS)))
  const more = entries.length > MAX_KINDS ? ' and more' : ''
  const count = counted(blueprint.blocks.length, 'block')
  return `I build ${blueprint.name} at ${x} ${y} ${z}: ${count}, for ${items}${more}.`
}

/** One building: rounds of gathering and placing, until it stands or nothing brings it further. */
class Construction {
  readonly #blueprint: Blueprint
  readonly #corner: Vec3
  readonly #run: OrderRun
  #tally: Tally
  /** Items that the agent cannot get, and why. */
  readonly #abandoned = new Map<string, string>()

  constructor(blueprint: Blueprint, { x, y, z }: BuildingSite, run: OrderRun) {
    this.#blueprint = blueprint
    this.#corner = new Vec3(x, y, z)
    this.#run = run
    const missing = billOf(run.jobs.language.registry, blueprint.blocks)
    this.#tally = { standing: 0, planned: blueprint.blocks.length, unseen: 0, missing }
  }

  /** @param isResumed whether a part may stand already, so that the agent looks before it gathers. */
  async finish(isResumed: boolean): Promise<Ending> {
    let best = -1
    let reason = ''
    for (let fruitless = 0; fruitless < MAX_FRUITLESS; ) {
      if (!isResumed || best >= 0) await this.#gather()
      const { failure } = await this.#run.perform(this.#job())
      if (!failure) break
      const ending = failedWith(failure)
      // The ending counts the blocks itself.
      reason = ending.text.replace(/: \d+ of \d+ blocks? as planned/, '')
      const { standing } = this.#tally
      fruitless = standing > best ? 0 : fruitless + 1
      best = Math.max(best, standing)
      if (this.#isStuck(failure.kind)) break
    }
    return this.#ending(reason)
  }

  /** Whether all that is missing cannot be had. */
  #isStuck(kind: string): boolean {
    const items = Object.keys(this.#tally.missing)
    return kind === 'missing-material' && items.every((item) => this.#abandoned.has(item))
  }

  #job() {
    const onTally = (tally: Tally) => {
      this.#tally = tally
    }
    const args = { blueprint: this.#blueprint, corner: this.#corner, onTally }
    return skillJob(build, args, { title: `build ${this.#blueprint.name}`, evidence: 'skill' })
  }

  async #gather(): Promise<void> {
    const { registry } = this.#run.jobs.language
    const filler = Math.min(
      registry.stackSize('dirt'),
      FILLER_MORE + FILLER_EACH * this.#blueprint.size.y,
    )
    // Getting one material may use up another.
    const wanted = () => nextBatch(registry, this.#tally.missing, this.#run.held(), this.#abandoned)
    const missing = { ...this.#tally.missing }
    for (let rounds = 0; rounds < MAX_FRUITLESS && wanted().length > 0; rounds++)
      for (const { item, count } of wanted()) await this.#obtain(item, count)
    if (!this.#abandoned.has('dirt')) await this.#obtain('dirt', filler + (missing.dirt ?? 0))
  }

  async #obtain(item: string, count: number): Promise<void> {
    const reason = await obtainMaterial(item, count, this.#run)
    if (reason !== null) this.#abandoned.set(item, reason)
  }

  #ending(reason: string): Ending {
    const { standing, planned, unseen, missing } = this.#tally
    const hidden = unseen > 0 ? `, and ${unseen} out of my sight` : ''
    const text = `${standing} of ${counted(planned, 'block')} as planned${hidden}`
    const name = this.#blueprint.name
    const impossible = this.#unplaceable()
    const more = impossible.length > 0 ? ` I cannot place ${impossible.join(', ')}.` : ''
    if (Object.keys(missing).length === 0)
      return { ok: true, text: `Done: ${name} stands, ${text}.${more}` }
    const [lacking] = [...this.#abandoned].filter(([item]) => missing[item] !== undefined)
    const why = lacking ? `I could not get ${lacking[0]}: ${lacking[1]}` : reason
    return { ok: false, text: `${text}. ${why}${more}` }
  }

  /** Kinds of blocks that players cannot place. */
  #unplaceable(): string[] {
    const { registry } = this.#run.jobs.language
    const kinds = this.#blueprint.blocks
      .filter((block) => !isSecondHalf(block) && itemOf(registry, block) === undefined)
      .map(({ name }) => name)
    return [...new Set(kinds)].slice(0, MAX_KINDS)
  }
}
