import { planFor } from '#agent/planner/symbolic-planner'
import { MAX_CHAT_LENGTH } from '#body/chat'
import type { GameClock } from '#clock/game-clock'
import type { EventBody } from '#events/events'
import { skillTitle } from '#events/titles'
import type { ItemCounts, PlannedGoal } from '#goal/goal'
import { type Observation, totalTicks } from '#goal/observation'
import { unknownItem } from '#goal/parse-inventory'
import { goalText } from '#goal/print'
import { countOf } from '#knowledge/item-tags'
import { resolveItem } from '#knowledge/names'
import type { Registry } from '#knowledge/registry'
import { registryFor } from '#knowledge/registry'
import {
  approachJob,
  followJob,
  giveJob,
  goalJob,
  goJob,
  type JobContext,
  obtainJob,
} from '#life/jobs'
import type { AgentSettings, Connection } from '#life/port'
import {
  type Job,
  type JobResult,
  type Possessions,
  Resident,
  type ResidentContext,
  type Workplace,
} from '#life/resident'
import type { SkillLanguage } from '#skills/library'
import { goalLanguage } from '#skills/library'
import { knownPlayer } from '#skills/pursuit/approach-player'
import { NoServer } from '#trial/errors'
import { plainJson, plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'
import type { AgentService, Answer, JobReport, JobRequest, JobView, Trouble } from './protocol.ts'
import { countsLine, lookText, mapText, statusText } from './surroundings.ts'

/** Limits of jobs (game ticks): an hour for a whole task, half an hour for one goal. */
const OBTAIN_TICKS = 72_000
const GOAL_TICKS = 36_000
/** Number of lines of chat and of events that are kept. */
const MAX_CHAT = 50
const MAX_EVENTS = 200
/** Longest event (characters of JSON). */
const EVENT_LENGTH = 600
/** Limit on remembered places. */
const MAX_PLACES = 64
/** Distance from a place and from a player at which the agent has arrived (blocks). */
const PLACE_RANGE = 2
const PLAYER_RANGE = 3
/** Shortest time between two lines of chat (ticks): servers kick players that send more. */
const CHAT_TICKS = 20
/** Time for the server to show the agent's own line (ticks). */
const ECHO_TICKS = 20
/** Events that clients see. */
const TOLD: readonly EventBody['type'][] = [
  'join',
  'plan',
  'skill-start',
  'skill-end',
  'failure-description',
  'death',
  'disconnect',
  'reconnect',
]

interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly dimension: string
}

/** The world of a session, and whom it reports to. */
export interface SessionContext {
  readonly connection: Connection
  readonly settings: AgentSettings
  readonly clock: GameClock
  readonly onUncaught: ResidentContext['onUncaught']
  readonly watchBody?: ResidentContext['watchBody']
  /** The server's own inventory of the player; left out where the server cannot be asked. */
  readonly carried?: () => Possessions | null
  /** Called when a job has begun, at each of its steps, and at its end. */
  onJob(job: JobView): void
  /** Called with each event. */
  onEvent(event: EventBody): void
}

interface Running {
  readonly id: number
  readonly title: string
  readonly startedAt: number
  readonly stop: AbortController
  readonly ended: Promise<void>
  steps: number
  step: string
}

/** One agent as MCP tools see it: it answers questions at any time, and does one job at a time. */
export class AgentSession implements AgentService {
  readonly #context: SessionContext
  readonly #registry: Registry
  readonly #language: SkillLanguage
  readonly #places = new Map<string, Place>()
  readonly #chat: string[] = []
  readonly #events: string[] = []
  #lostChat = 0
  #spokeAt = Number.NEGATIVE_INFINITY
  #resident: Resident
  #unhear: (() => void) | undefined
  #running: Running | null = null
  #jobs = 0

  constructor(context: SessionContext) {
    this.#context = context
    this.#registry = registryFor(context.connection.version)
    this.#language = goalLanguage(this.#registry)
    this.#resident = this.#join()
  }

  /** Stops the job and leaves the world. */
  async leave(): Promise<void> {
    this.#running?.stop.abort()
    await this.#running?.ended
    await this.#resident.leave()
  }

  /** Resolves when the agent has joined. @throws NoServer when it cannot. */
  async joined(): Promise<void> {
    await this.#resident.joined
    if (!this.#resident.isOver) return
    const { detail } = await this.#resident.ended
    throw new NoServer(`${this.#context.connection.username} cannot join: ${plainText(detail)}`)
  }

  /** Whether a job is running. */
  get isBusy(): boolean {
    return this.#running !== null
  }

  async start(request: JobRequest): ReturnType<AgentService['start']> {
    if (this.#running) {
      const { id, title, startedAt } = this.#running
      const ticks = this.#context.clock.tick - startedAt
      return refused('busy', `job ${id} (${title}) has been running for ${counted(ticks, 'tick')}`)
    }
    // A server that was gone may be back.
    if (this.#resident.isOver) this.#resident = this.#join()
    const made = this.#make(request)
    if ('kind' in made) return { ok: false, ...made }
    return { ok: true, job: this.#run(made) }
  }

  async stop(): Promise<Answer> {
    const running = this.#running
    if (!running) return answer('no job is running')
    running.stop.abort()
    await running.ended
    return answer(`stopped job ${running.id} (${running.title})`)
  }

  async status(): Promise<Answer> {
    const job = this.#running
    const jobLine = job
      ? `job ${job.id}: ${job.title}, ${counted(this.#context.clock.tick - job.startedAt, 'tick')}, now ${job.step}`
      : 'no job is running'
    return this.#seen((workplace, observation) =>
      [statusText(workplace, observation), jobLine].join('\n'),
    )
  }

  async inventory(): Promise<Answer> {
    const { held, worn } = this.#confirmed()
    return answer(`carries ${countsLine(held)}; wears ${worn.join(', ') || 'nothing'}`)
  }

  async look(range: number): Promise<Answer> {
    return this.#seen((workplace, observation) => lookText(workplace, observation, range))
  }

  async plan(name: string, count: number): Promise<Answer> {
    const item = this.#item(name)
    if (typeof item !== 'string') return { ok: false, ...item }
    const observation = this.#resident.observe()
    if (!observation) return this.#absent()
    const task = { target: { [item]: count }, wear: null }
    const result = planFor(this.#language, {
      task,
      observation,
      unavailable: new Set(),
      feedback: null,
    })
    if (!result.ok) return refused('gave-up', result.reason)
    if (result.plan.length === 0)
      return answer(`nothing to do: the inventory holds ${count} ${item}`)
    const steps = result.plan.map((goal) => ({ goal, ticks: this.#expected(goal, observation) }))
    const total = steps.reduce((sum, { ticks }) => sum + ticks, 0)
    return answer(
      [
        ...steps.map(({ goal, ticks }, i) => `${i + 1}. ${goalText(goal)} ~${ticks} ticks`),
        `expected: about ${total} ticks (${Math.round(total / 1200)} minutes of game time)`,
      ].join('\n'),
    )
  }

  async say(text: string): Promise<Answer> {
    const { workplace } = this.#resident
    if (!workplace) return this.#absent()
    const { tick } = this.#context.clock
    if (tick - this.#spokeAt < CHAT_TICKS)
      return refused('bad-request', 'at most one line a second')
    const refusal = workplace.world.body.chat.say(text)
    if (refusal === 'command') return refused('bad-request', 'the agent sends no commands')
    if (refusal === 'empty') return refused('bad-request', 'the line is empty')
    this.#spokeAt = tick
    const line = plainText(text, MAX_CHAT_LENGTH)
    const isShown = () => this.#chat.some((heard) => heard.includes(line))
    for (let waited = 0; waited < ECHO_TICKS && !isShown(); waited++)
      await this.#context.clock.wait(1)
    return answer(isShown() ? 'sent; the chat shows it' : 'sent, but the chat does not show it yet')
  }

  async readChat(): Promise<Answer> {
    const lines = this.#chat.splice(0)
    const missed = this.#lostChat
    this.#lostChat = 0
    if (lines.length === 0) return answer('no new lines')
    const note = missed > 0 ? [`(${counted(missed, 'earlier line')} left out)`] : []
    return answer(['lines of chat, which other players wrote:', ...note, ...lines].join('\n'))
  }

  async rememberPlace(name: string): Promise<Answer> {
    const body = this.#resident.workplace?.world.body
    if (!body) return this.#absent()
    if (this.#places.size >= MAX_PLACES && !this.#places.has(name))
      return refused('bad-request', `the agent remembers at most ${MAX_PLACES} places`)
    const { x, y, z } = body.feet
    this.#places.set(name, { x, y, z, dimension: body.game.dimension })
    return answer(`remembers ${name} at ${x} ${y} ${z}`)
  }

  async memory(): Promise<Answer> {
    const places = [...this.#places].map(
      ([name, { x, y, z, dimension }]) => `${name}: ${x} ${y} ${z} in ${dimension}`,
    )
    return this.#seen(({ world }) => {
      const { agentState, memory } = world
      const stations = agentState.stations.places.map(({ x, y, z }) => `${x} ${y} ${z}`)
      const deaths = agentState.deaths.all.map(({ place }) => {
        const { x, y, z } = place.floored()
        return `${x} ${y} ${z}`
      })
      return [
        `places: ${places.join('; ') || 'none'}`,
        `chunks seen: ${memory.visitedChunks}`,
        `own crafting tables and furnaces: ${stations.join('; ') || 'none'}`,
        `deaths: ${deaths.join('; ') || 'none'}`,
      ].join('\n')
    })
  }

  async map(): Promise<Answer> {
    return this.#seen((workplace) => mapText(workplace))
  }

  async events(): Promise<Answer> {
    return answer(this.#events.join('\n'))
  }

  /** Joins the world with an empty memory. */
  #join(): Resident {
    const { connection, settings, clock, onUncaught, watchBody, carried } = this.#context
    return new Resident({
      ...{ connection, settings, clock, onUncaught },
      ...(watchBody && { watchBody }),
      ...(carried && { carried }),
      record: (event) => this.#onEvent(event),
      onPresence: (workplace) => this.#hear(workplace),
    })
  }

  #run(job: Job & { readonly wanted: string | null }): JobView {
    const stop = new AbortController()
    const ended = Promise.withResolvers<void>()
    const running: Running = {
      id: ++this.#jobs,
      title: job.title,
      startedAt: this.#context.clock.tick,
      stop,
      ended: ended.promise,
      steps: 0,
      step: 'starting',
    }
    this.#running = running
    const done = (report: JobReport) => {
      this.#running = null
      this.#context.onJob({ ...this.#view(running), report })
      ended.resolve()
    }
    this.#resident.perform(job, stop.signal).then(
      (result) => done(this.#report(result, job.wanted)),
      (error: unknown) => {
        done({ ...NOTHING, trouble: { kind: 'crash', detail: plainText(String(error)) } })
      },
    )
    return this.#view(running)
  }

  #view({ id, title, startedAt, steps, step }: Running): JobView {
    const ticks = this.#context.clock.tick - startedAt
    return { id, agent: this.#context.connection.username, title, ticks, steps, step, report: null }
  }

  #report({ failure, shownBy, before, after, ticks }: JobResult, wanted: string | null): JobReport {
    const gained: Record<string, number> = {}
    const lost: Record<string, number> = {}
    for (const kind of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const change = (after[kind] ?? 0) - (before[kind] ?? 0)
      if (change > 0) gained[kind] = change
      if (change < 0) lost[kind] = -change
    }
    const trouble = failure && { kind: failure.kind, detail: plainText(failure.detail, 300) }
    const held =
      wanted === null
        ? null
        : { item: wanted, count: countOf(this.#registry, this.#confirmed().held, wanted) }
    return { trouble, shownBy, gained, lost, ticks, held }
  }

  /** What the agent carries; by the server's own count, where it can be asked. */
  #confirmed(): Possessions {
    return this.#context.carried?.() ?? this.#resident.possessions
  }

  /** The job of a request, or what is wrong with the request. */
  #make(request: JobRequest): (Job & { readonly wanted: string | null }) | Trouble {
    const context: JobContext = {
      language: this.#language,
      settings: this.#context.settings,
      record: (event) => this.#onEvent(event),
    }
    switch (request.type) {
      case 'obtain': {
        const item = this.#item(request.item)
        if (typeof item !== 'string') return item
        const { count } = request
        return { ...obtainJob(context, { item, count, maxTicks: OBTAIN_TICKS }), wanted: item }
      }
      case 'do':
        return this.#makeGoal(context, request)
      case 'go':
        return this.#makeWalk(context, request.place)
      case 'follow': {
        const { player, seconds } = request
        return { ...followJob(context, { player, ticks: seconds * 20 }), wanted: null }
      }
      case 'give': {
        const item = this.#item(request.item)
        if (typeof item !== 'string') return item
        const { player, count } = request
        return { ...giveJob(context, { player, item, count }), wanted: item }
      }
    }
  }

  #makeGoal(
    context: JobContext,
    { skill, item: name, count, inBuilds }: Extract<JobRequest, { type: 'do' }>,
  ): (Job & { readonly wanted: string | null }) | Trouble {
    if (!this.#language.hasSkill(skill)) return trouble('bad-request', `there is no skill ${skill}`)
    const spec = this.#language.skill(skill)
    const item = spec.object ?? this.#item(name)
    if (typeof item !== 'string') return item
    if (!spec.brings(this.#registry, item))
      return trouble('bad-request', `the skill ${skill} cannot bring ${item}`)
    const goal = { skill, target: { [item]: count }, using: {}, tool: null }
    return { ...goalJob(context, { goal, maxTicks: GOAL_TICKS, inBuilds }), wanted: item }
  }

  /** A walk to coordinates, to a remembered place, or to a player. */
  #makeWalk(
    context: JobContext,
    place: string,
  ): (Job & { readonly wanted: string | null }) | Trouble {
    const numbers = /^\s*(-?\d{1,8})[\s,]+(?:(-?\d{1,4})[\s,]+)?(-?\d{1,8})\s*$/.exec(place)
    if (numbers) {
      const [, x, y, z] = numbers
      const at = { x: Number(x), y: y === undefined ? null : Number(y), z: Number(z) }
      return { ...goJob(context, { ...at, range: PLACE_RANGE }), wanted: null }
    }
    const known = this.#places.get(place)
    const world = this.#resident.workplace?.world
    if (known && world && known.dimension !== world.body.game.dimension)
      return trouble('unreachable', `${place} is in ${known.dimension}`)
    if (known) return { ...goJob(context, { ...known, range: PLACE_RANGE }), wanted: null }
    if (!/^\w{1,16}$/.test(place) || (world && !knownPlayer(world, place)))
      return trouble(
        'bad-request',
        `no remembered place and no player in sight has the name ${plainText(place, 40)}`,
      )
    return { ...approachJob(context, { player: place, range: PLAYER_RANGE }), wanted: null }
  }

  /** The item or tag that a client names, or what is wrong with the name. */
  #item(name: string): string | Trouble {
    const item = resolveItem(this.#registry, name)
    return item ?? trouble('bad-request', unknownItem(this.#registry, plainText(name, 60)))
  }

  /** Expected duration of a step of a plan (ticks). */
  #expected(goal: PlannedGoal, observation: Observation): number {
    const skill = this.#language.skill(goal.skill)
    const candidates = skill.candidates(goal, observation)
    return Math.round(
      Math.min(...candidates.map((one) => totalTicks(skill.estimate(one, observation)))),
    )
  }

  /** An answer that needs a body. */
  #seen(text: (workplace: Workplace, observation: Observation) => string): Answer {
    const { workplace } = this.#resident
    const observation = this.#resident.observe()
    return workplace && observation ? answer(text(workplace, observation)) : this.#absent()
  }

  #absent(): Answer {
    return this.#resident.isOver
      ? refused('no-server', 'the agent lost the server')
      : refused('no-server', 'the agent has not joined yet, or is rejoining')
  }

  #hear(workplace: Workplace | null): void {
    this.#unhear?.()
    this.#unhear = workplace?.world.body.chat.onLine((line) => {
      this.#chat.push(line)
      if (this.#chat.length <= MAX_CHAT) return
      this.#chat.shift()
      this.#lostChat++
    })
  }

  #onEvent(event: EventBody): void {
    this.#context.onEvent(event)
    if (TOLD.includes(event.type)) {
      const line = plainJson({ t: this.#context.clock.tick, ...event })
      this.#events.push(line.length > EVENT_LENGTH ? `${line.slice(0, EVENT_LENGTH)}…` : line)
      if (this.#events.length > MAX_EVENTS) this.#events.shift()
    }
    if (event.type !== 'skill-start' || !this.#running) return
    this.#running.steps++
    this.#running.step = event.goal ? goalText(event.goal) : skillTitle(event.skill)
    this.#context.onJob(this.#view(this.#running))
  }
}

const NOTHING: Omit<JobReport, 'trouble'> = {
  shownBy: 'skill',
  gained: {} satisfies ItemCounts,
  lost: {},
  ticks: 0,
  held: null,
}

function answer(text: string): Answer {
  return { ok: true, text }
}

function trouble(kind: Trouble['kind'], detail: string): Trouble {
  return { kind, detail }
}

function refused(kind: Trouble['kind'], detail: string): { readonly ok: false } & Trouble {
  return { ok: false, kind, detail }
}
