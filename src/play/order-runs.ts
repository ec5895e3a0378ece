import { Vec3 } from 'vec3'
import { alternativesOf } from '#goal/alternatives'
import { parsePlan } from '#goal/parse'
import { countOf } from '#knowledge/item-tags'
import { approachJob, followJob, giveJob, goalJob, goJob, obtainJob, skillJob } from '#life/jobs'
import type { Job, JobResult } from '#life/resident'
import { guard } from '#skills/combat/guard'
import { eat } from '#skills/items/eat'
import type { Throws } from '#skills/items/give'
import { place as placeSkill } from '#skills/items/place'
import { lookAround } from '#skills/moving/look-around'
import { findPlayer } from '#skills/pursuit/approach-player'
import { itemAmount, itemKind, oneItem } from '#wire/item-words'
import { counted } from '#wire/wording'
import { ZONE } from './answers.ts'
import { buildFromFile } from './building/build-from-file.ts'
import { unlitPlace } from './lighting.ts'
import type { Spot } from './memory.ts'
import type { Ending } from './order-queue.ts'
import { endingOf, failedWith, Interrupted, OBTAIN_TICKS, type OrderRun } from './order-run.ts'
import type { OrderArgs, TaskName, TaskOrder } from './orders.ts'
import { NOT_SEEN, spotOf } from './speaker-spot.ts'

const NO_CHEST: Ending = {
  ok: false,
  text: 'I know no chest nearby and carry none. Say "get a chest" first.',
}

/** Limits (game ticks): half an hour for one goal, a minute for each stretch of an open order. */
const GOAL_TICKS = 36_000
const STRETCH_TICKS = 1200
/** Distances at which the agent has arrived at a place and at a player (blocks). */
const PLACE_RANGE = 2
const PLAYER_RANGE = 3
/** Time between attempts to find a player that is out of sight (ticks), and how many attempts. */
const LOST_TICKS = 100
const MAX_LOST = 12
const TORCHES = 8
const MAX_STACK = 2304

type Runner<Name extends TaskName> = (args: OrderArgs<Name>, run: OrderRun) => Promise<Ending>

/** How each order is executed. */
const RUNS: { readonly [Name in TaskName]: Runner<Name> } = {
  get: obtain,
  bring,
  async come({ player }, run) {
    const job = () => approachJob(run.jobs, { player, range: PLAYER_RANGE })
    return endingOf(await withPlayer(player, run, job), `I am here, ${player}.`)
  },
  async follow({ player }, run) {
    for (let lost = 0; lost < MAX_LOST; ) {
      const { failure } = await run.perform(followJob(run.jobs, { player, ticks: STRETCH_TICKS }))
      if (!failure) lost = 0
      else if (failure.kind === 'not-found' || failure.kind === 'unreachable') lost++
      else if (failure.kind !== 'died') return failedWith(failure)
      if (failure?.kind === 'not-found') await seek(player, run)
      if (failure) await run.wait(LOST_TICKS)
    }
    return { ok: false, text: `I have lost ${player}. Come into my sight and say "follow me".` }
  },
  async stay(_args, run) {
    for (;;) await run.wait(STRETCH_TICKS)
  },
  async guard({ player }, run) {
    const place = run.workplace()?.world.body.position.clone() ?? new Vec3(0, 0, 0)
    for (;;) {
      const args = { ticks: STRETCH_TICKS, ...(player === null ? { place } : { player }) }
      const title = player === null ? 'guard this place' : `guard ${player}`
      const { failure } = await run.perform(skillJob(guard, args, { title, evidence: 'skill' }))
      if (failure && failure.kind !== 'died' && failure.kind !== 'hurt') return failedWith(failure)
      if (failure) await run.wait(LOST_TICKS)
    }
  },
  async patrol({ from, to }, run) {
    for (let leg = 0; ; leg++) {
      const name = leg % 2 === 0 ? to : from
      const ending = await goTo({ place: name, at: null }, run)
      if (!ending.ok) return ending
      await run.wait(LOST_TICKS)
    }
  },
  go: goTo,
  async 'name-place'({ place }, run) {
    const spot = await spotOf(run)
    if (!spot) return NOT_SEEN
    run.remember({ ...spot, name: place, radius: 0 })
    return { ok: true, text: `I remember ${place} at ${spot.x} ${spot.y} ${spot.z}.` }
  },
  async protect({ radius }, run) {
    const spot = await spotOf(run)
    if (!spot) return NOT_SEEN
    const at = `${spot.x} ${spot.y} ${spot.z}`
    run.remember({ ...spot, name: `${ZONE}${at}`.slice(0, 32), radius })
    return { ok: true, text: `I dig nothing within ${counted(radius, 'block')} of ${at}.` }
  },
  async give({ item, count, player }, run) {
    const held = countOf(run.jobs.language.registry, run.held(), item)
    if (held === 0)
      return {
        ok: false,
        text: `I have no ${itemKind(item)}. Say "bring ${itemAmount(item, count ?? 1)}".`,
      }
    const some = Math.min(count ?? held, held)
    const job = () => giveJob(run.jobs, { player, item, count: some })
    const result = await withPlayer(player, run, job)
    const short = count !== null && some < count ? ` I had no more than ${some}.` : ''
    return endingOf(result, `I gave ${itemAmount(item, some)} to ${player}.${short}`)
  },
  async store({ item, count }, run) {
    const { registry } = run.jobs.language
    const held = run.held()
    const target =
      item === null ? held : { [item]: Math.min(count ?? MAX_STACK, countOf(registry, held, item)) }
    const wanted = Object.fromEntries(Object.entries(target).filter(([, some]) => some > 0))
    if (Object.keys(wanted).length === 0)
      return { ok: false, text: `I have no ${itemKind(item ?? 'item')} to store.` }
    const goal = { skill: 'store', target: wanted, using: {}, tool: null }
    const job = () => goalJob(run.jobs, { goal, maxTicks: GOAL_TICKS, inBuilds: false })
    const result = await withStation(run, job)
    const kind = result.failure?.kind
    // Something took it away meanwhile: the agent used it, or died.
    if (kind === 'missing-material')
      return { ok: false, text: 'I no longer have all of that. Ask "what do you have".' }
    return kind === 'missing-station' ? NO_CHEST : endingOf(result, 'It is in the chest.')
  },
  async take({ item, count }, run) {
    const goal = { skill: 'withdraw', target: { [item]: count }, using: {}, tool: null }
    const job = () => goalJob(run.jobs, { goal, maxTicks: GOAL_TICKS, inBuilds: false })
    const result = await withStation(run, job)
    if (result.failure?.kind === 'missing-station') return NO_CHEST
    return endingOf(
      result,
      `I have ${itemAmount(item, countOf(run.jobs.language.registry, run.held(), item))} now.`,
    )
  },
  async light({ radius }, run) {
    if ((run.held().torch ?? 0) === 0) {
      const some = await obtain({ item: 'torch', count: TORCHES, more: false }, run)
      if (!some.ok) return some
    }
    const centre = run.workplace()?.world.body.feet
    const left: Vec3[] = []
    let placed = 0
    while (placed < TORCHES && left.length < TORCHES && (run.held().torch ?? 0) > 0) {
      const workplace = run.workplace()
      const at = workplace && centre ? unlitPlace(workplace, centre, radius, left) : null
      if (!at) break
      const job = skillJob(
        placeSkill,
        { item: 'torch', at },
        { title: 'light this area', evidence: 'skill' },
      )
      const { failure } = await run.perform(job)
      if (failure?.kind === 'stopped' || failure?.kind === 'disconnected')
        return failedWith(failure)
      if (!failure) placed++
      left.push(at)
    }
    return placed > 0
      ? { ok: true, text: `I placed ${placed} ${placed === 1 ? 'torch' : 'torches'}.` }
      : { ok: false, text: 'There is no place here that needs a torch.' }
  },
  async place({ item, at }, run) {
    const { registry } = run.jobs.language
    const before = countOf(registry, run.held(), item)
    if (before === 0)
      return { ok: false, text: `I have no ${itemKind(item)}. Say "get ${oneItem(item)}" first.` }
    const args = { item, ...(at && { at: new Vec3(at.x, at.y, at.z) }) }
    const job = skillJob(placeSkill, args, { title: `place ${oneItem(item)}`, evidence: 'skill' })
    return endingOf(await run.perform(job), `I placed ${oneItem(item)}.`)
  },
  async sleep(_args, run) {
    const goal = { skill: 'sleep', target: { bed: 1 }, using: {}, tool: null }
    const job = () => goalJob(run.jobs, { goal, maxTicks: GOAL_TICKS, inBuilds: false })
    const result = await withStation(run, job)
    return result.failure?.kind === 'missing-station'
      ? { ok: false, text: 'I know no bed nearby and carry none. Say "get a bed" first.' }
      : endingOf(result, 'I have slept.')
  },
  async wear({ item }, run) {
    const isThere = countOf(run.jobs.language.registry, run.held(), item) > 0
    if (!isThere)
      return { ok: false, text: `I have no ${itemKind(item)}. Say "get ${oneItem(item)}" first.` }
    const goal = { skill: 'equip', target: { [item]: 1 }, using: {}, tool: null }
    const job = goalJob(run.jobs, { goal, maxTicks: GOAL_TICKS, inBuilds: false })
    return endingOf(await run.perform(job), `I wear ${oneItem(item)}.`)
  },
  build: buildFromFile,
  async eat(_args, run) {
    const job = skillJob(eat, null, { title: 'eat', evidence: 'skill' })
    const result = await run.perform(job)
    return result.failure?.kind === 'missing-material'
      ? { ok: false, text: 'I carry no food. Say "get bread" first.' }
      : endingOf(result, 'I have eaten.')
  },
  async goal({ goal: text }, run) {
    const plan = parsePlan(run.jobs.language, text)
    const [step] = plan.ok ? plan.goals : []
    const [goal] = step ? alternativesOf(step) : []
    if (!goal) return { ok: false, text: 'I cannot read that goal.' }
    const job = goalJob(run.jobs, { goal, maxTicks: GOAL_TICKS, inBuilds: false })
    return endingOf(await run.perform(job), `${text} is done.`)
  },
}

/**
 * Executes an order.
 * @throws Interrupted when the order is not over.
 */
export async function runOrder({ name, args }: TaskOrder, run: OrderRun): Promise<Ending> {
  // The runner of a name takes the arguments of that name.
  const execute = RUNS[name] as Runner<TaskName> as (given: never, run: OrderRun) => Promise<Ending>
  const ending = await execute(args as never, run)
  if (run.signal.aborted) throw new Interrupted('interrupted')
  return ending
}

async function obtain({ item, count, more }: OrderArgs<'get'>, run: OrderRun): Promise<Ending> {
  const { registry } = run.jobs.language
  const held = () => countOf(registry, run.held(), item)
  const progress = run.progress ?? { before: held(), given: 0, carriedAtGiving: null }
  run.note(progress)
  const wanted = more ? progress.before + count : count
  if (held() >= wanted) return { ok: true, text: `I have ${itemAmount(item, held())}.` }
  const job = obtainJob(run.jobs, { item, count: wanted, maxTicks: OBTAIN_TICKS })
  const { failure } = await run.perform(job)
  if (!failure) return { ok: true, text: `Done: I have ${itemAmount(item, held())}.` }
  const ending = failedWith(failure)
  return { ...ending, text: `I have ${held()} of ${itemAmount(item, wanted)}: ${ending.text}` }
}

/** Obtains items and hands them over. Items that were handed over before an interruption are not obtained again. */
async function bring({ item, count, player }: OrderArgs<'bring'>, run: OrderRun): Promise<Ending> {
  const { registry } = run.jobs.language
  const held = () => countOf(registry, run.held(), item)
  const earlier = run.progress
  const handedOver =
    earlier?.carriedAtGiving == null ? 0 : Math.max(0, earlier.carriedAtGiving - held())
  let given = Math.min(count, (earlier?.given ?? 0) + handedOver)
  const note = (carriedAtGiving: number | null) =>
    run.note({ before: earlier?.before ?? held(), given, carriedAtGiving })
  const throws: Throws = {
    begin: note,
    end(some) {
      given += some
      note(null)
    },
  }
  note(null)
  // The agent returns to where the player is now.
  const from = run.here()
  await run.perform(
    skillJob(findPlayer, player, { title: `look for ${player}`, evidence: 'skill' }),
  )
  for (let lost = 0; given < count; lost++) {
    const left = count - given
    if (held() < left) {
      const job = obtainJob(run.jobs, { item, count: left, maxTicks: OBTAIN_TICKS })
      const { failure } = await run.perform(job)
      if (failure) return partly(failedWith(failure), held(), left, item)
    }
    const { failure } = await run.perform(giveJob(run.jobs, { player, item, count: left, throws }))
    if (!failure) continue
    const { kind } = failure
    const mayHelp = kind === 'not-found' || kind === 'unreachable' || kind === 'missing-material'
    if (!mayHelp || lost >= MAX_LOST) {
      const { text } = failedWith(failure)
      const state =
        given < count
          ? `I have the ${itemKind(item)}, but could not hand them over`
          : 'I threw it there'
      return { ok: false, text: `${state}: ${text}` }
    }
    if (kind === 'missing-material') continue
    await seek(player, run, from)
    await run.wait(LOST_TICKS)
  }
  return { ok: true, text: `Done: I gave ${itemAmount(item, count)} to ${player}.` }
}

/** Does a job with a player. Where the player is out of sight, the agent looks at the place where it saw it last. */
async function withPlayer(player: string, run: OrderRun, job: () => Job): Promise<JobResult> {
  const result = await run.perform(job())
  if (result.failure?.kind !== 'not-found') return result
  await seek(player, run)
  return run.perform(job())
}

/** Does a job that needs a station; without one, the agent looks around and tries again. */
async function withStation(run: OrderRun, job: () => Job): Promise<JobResult> {
  const result = await run.perform(job())
  if (result.failure?.kind !== 'missing-station') return result
  await run.perform(skillJob(lookAround, null, { title: 'look around', evidence: 'skill' }))
  return run.perform(job())
}

/**
 * Goes to where a player was in sight last.
 * @param otherwise where to go if it never was.
 */
async function seek(player: string, run: OrderRun, otherwise?: Spot): Promise<void> {
  const last = run.lastSeen(player) ?? otherwise
  if (!last || last.dimension !== run.workplace()?.world.body.game.dimension) return
  const { x, y, z } = last
  await run.perform(goJob(run.jobs, { x, y, z, range: PLAYER_RANGE }))
}

function partly(ending: Ending, held: number, wanted: number, item: string): Ending {
  return {
    ok: false,
    text: `I have ${Math.min(held, wanted)} of ${itemAmount(item, wanted)}: ${ending.text}`,
  }
}

async function goTo({ place, at }: OrderArgs<'go'>, run: OrderRun): Promise<Ending> {
  const known = place === null ? at : run.place(place)
  if (!known) return { ok: false, text: `I know no place called ${place}.` }
  const here = run.workplace()?.world.body.game.dimension
  if ('dimension' in known && here !== undefined && known.dimension !== here)
    return { ok: false, text: `${place} is in ${known.dimension}; lead me there.` }
  const { x, y, z } = known
  const result = await run.perform(goJob(run.jobs, { x, y, z, range: PLACE_RANGE }))
  return endingOf(result, `I am ${place === 'home' ? 'home' : `at ${place ?? `${x} ${z}`}`}.`)
}
