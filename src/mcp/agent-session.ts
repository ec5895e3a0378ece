import { planFor } from '#agent/planner/symbolic-planner'
import type { GameClock } from '#clock/game-clock'
import type { EventBody } from '#events/events'
import type { PlannedGoal } from '#goal/goal'
import { type Observation, totalTicks } from '#goal/observation'
import { goalText } from '#goal/print'
import { countOf } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'
import { registryFor } from '#knowledge/registry'
import type { AgentSettings, Connection } from '#life/port'
import { type Possessions, Resident, type ResidentContext, type Workplace } from '#life/resident'
import type { SkillLanguage } from '#skills/library'
import { goalLanguage } from '#skills/library'
import { NoServer } from '#trial/errors'
import { plainJson, plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'
import { ChatBox } from './chat-box.ts'
import { PresentJob } from './present-job.ts'
import {
  type AgentService,
  type Answer,
  answer,
  type JobRequest,
  type JobView,
  refused,
} from './protocol.ts'
import { itemNamed, jobOf, type Place, type RequestedJob } from './requested-job.ts'
import { countsLine, lookText, mapText, statusText } from './surroundings.ts'

/** Number of events that are kept. */
const MAX_EVENTS = 200
/** Longest event (characters of JSON). */
const EVENT_LENGTH = 600
/** Limit on remembered places. */
const MAX_PLACES = 64
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

/** One agent as MCP tools see it: it answers questions at any time, and does one job at a time. */
export class AgentSession implements AgentService {
  readonly #context: SessionContext
  readonly #registry: Registry
  readonly #language: SkillLanguage
  readonly #places = new Map<string, Place>()
  readonly #chat: ChatBox
  readonly #events: string[] = []
  #resident: Resident
  #running: PresentJob | null = null
  #jobs = 0

  constructor(context: SessionContext) {
    this.#context = context
    this.#registry = registryFor(context.connection.version)
    this.#language = goalLanguage(this.#registry)
    this.#chat = new ChatBox(context.clock)
    this.#resident = this.#join()
  }

  /** Stops the job and leaves the world. */
  async leave(): Promise<void> {
    await this.#running?.stop()
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
      const { id, title, ticks } = this.#running.view
      return refused('busy', `job ${id} (${title}) has been running for ${counted(ticks, 'tick')}`)
    }
    // A server that was gone may be back.
    if (this.#resident.isOver) this.#resident = this.#join()
    const made = jobOf(request, {
      jobs: {
        language: this.#language,
        settings: this.#context.settings,
        record: (event) => this.#onEvent(event),
      },
      world: this.#resident.workplace?.world,
      places: this.#places,
    })
    if ('kind' in made) return { ok: false, ...made }
    return { ok: true, job: this.#run(made) }
  }

  async stop(): Promise<Answer> {
    const running = this.#running
    if (!running) return answer('no job is running')
    await running.stop()
    const { id, title } = running.view
    return answer(`stopped job ${id} (${title})`)
  }

  async status(): Promise<Answer> {
    const job = this.#running?.view
    const jobLine = job
      ? `job ${job.id}: ${job.title}, ${counted(job.ticks, 'tick')}, now ${job.step}`
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
    const item = itemNamed(this.#registry, name)
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
    return workplace ? this.#chat.say(workplace, text) : this.#absent()
  }

  async readChat(): Promise<Answer> {
    return this.#chat.read()
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
      onPresence: (workplace) => this.#chat.listen(workplace),
    })
  }

  #run(job: RequestedJob): JobView {
    const running = new PresentJob({
      ...{ id: ++this.#jobs, job, agent: this.#context.connection.username },
      clock: this.#context.clock,
      resident: this.#resident,
      held: (item) => countOf(this.#registry, this.#confirmed().held, item),
      onEnd: (view) => {
        this.#running = null
        this.#context.onJob(view)
      },
    })
    this.#running = running
    return running.view
  }

  /** What the agent carries; by the server's own count, where it can be asked. */
  #confirmed(): Possessions {
    return this.#context.carried?.() ?? this.#resident.possessions
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

  #onEvent(event: EventBody): void {
    this.#context.onEvent(event)
    if (TOLD.includes(event.type)) {
      const line = plainJson({ t: this.#context.clock.tick, ...event })
      this.#events.push(line.length > EVENT_LENGTH ? `${line.slice(0, EVENT_LENGTH)}…` : line)
      if (this.#events.length > MAX_EVENTS) this.#events.shift()
    }
    if (event.type !== 'skill-start' || !this.#running) return
    this.#running.note(event)
    this.#context.onJob(this.#running.view)
  }
}
