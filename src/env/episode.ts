import type { TrialEvent } from '#events/events'
import type { Settings } from '#events/settings'
import { goalText } from '#goal/print'
import { type Registry, registryFor } from '#knowledge/registry'
import { didYouMean } from '#knowledge/suggestions'
import { goalLanguage, type SkillLanguage } from '#skills/library'
import { UsageError } from '#trial/errors'
import type { TrialResult } from '#trial/result'
import { runTrial } from '#trial/runner'
import { findTask, targetOf } from '#trial/tasks'
import { DEFAULT_VERSION } from '#trial/trial-start'
import { plainText } from '#wire/plain-text'
import { readGoal } from './read-goal.ts'
import {
  type EpisodeReply,
  type ErrorReply,
  errorReply,
  type ObservationView,
  type ResetReply,
  type StepReply,
} from './replies.ts'
import type { StepRequest } from './requests.ts'
import { type Step, type StepResult, StepStrategy } from './step-strategy.ts'

/** Longest reason for an end (characters). */
const DETAIL_LENGTH = 300

/** One episode: a trial whose goals come from outside, a step at a time. */
export class Episode {
  /** The result of the trial, once it is over. @throws as {@link runTrial} */
  readonly ended: Promise<TrialResult>
  readonly #language: SkillLanguage
  readonly #stop = new AbortController()
  readonly #began = Promise.withResolvers<StepStrategy>()
  #milestones: string[] = []
  #deaths = 0
  #observation: ObservationView | null = null
  #isOver = false

  /** @param folder of the trial's log. */
  constructor(settings: Settings, folder: string) {
    this.#language = goalLanguage(registryFor(settings.version ?? DEFAULT_VERSION))
    this.ended = runTrial({
      ...{ settings, folder, signal: this.#stop.signal },
      onEvent: (event) => this.#onEvent(event),
      makeStrategy: (time) => {
        const strategy = new StepStrategy(time)
        this.#began.resolve(strategy)
        return strategy
      },
    })
    this.ended.catch(() => {})
  }

  /** Whether the trial has ended. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Resolves when the agent has joined and looked around. */
  async reset(settings: Settings, keptIn: string | null): Promise<ResetReply | ErrorReply> {
    const first = this.#began.promise.then((strategy) => strategy.first)
    const result = await this.#orEnd(first)
    if (result === null) return this.#crash()
    const { observation } = result
    this.#observation = observation
    const { task, seed, world, maxTicks } = settings
    const { registry, skills } = this.#language
    return {
      type: 'reset',
      observation,
      info: {
        ...{ task, seed, world, maxTicks },
        target: targetOf(findTask(task), registry),
        mcVersion: registry.data.version.minecraftVersion ?? '',
        skills: skills.map(({ name, prompt }) => ({ name, ...prompt })),
        folder: keptIn,
      },
    }
  }

  /** Answers a request. One is made at a time. */
  async answer(request: StepRequest): Promise<EpisodeReply> {
    if (request.type === 'close') return this.close()
    if (this.#isOver) return errorReply('no-episode', 'the episode is over; send reset')
    if (request.type === 'observe') return this.#observe(request.kinds)
    if (request.type === 'wait') return this.#step({ type: 'wait', ticks: request.ticks }, null)
    const read = readGoal(this.#language, request.goal)
    if (!read.ok) return errorReply('bad-goal', plainText(read.message, DETAIL_LENGTH))
    return this.#step({ type: 'act', goal: read.goal }, goalText(read.goal))
  }

  /** Ends the trial, whose log stays complete. */
  async close(): Promise<{ readonly type: 'closed' }> {
    this.#stop.abort()
    await this.ended.catch(() => {})
    this.#isOver = true
    return { type: 'closed' }
  }

  async #observe(kinds: readonly string[] | undefined): Promise<EpisodeReply> {
    const problem = problemOfKinds(this.#language.registry, kinds ?? [])
    if (problem !== null) return errorReply('bad-request', plainText(problem, DETAIL_LENGTH))
    const seen = await this.#ask({ type: 'observe', kinds })
    return seen ? { type: 'observation', observation: seen.observation } : this.#crash()
  }

  async #step(step: Step, goal: string | null): Promise<StepReply | ErrorReply> {
    this.#milestones = []
    this.#deaths = 0
    const made = await this.#ask(step)
    const result = !made || made.isLast ? await this.#concluded() : null
    const observation = made?.observation ?? this.#observation
    if (!observation || result instanceof Error) return this.#crash()
    this.#observation = observation
    const isReached = result?.success === true
    return {
      type: 'step',
      observation,
      reward: isReached ? 1 : 0,
      terminated: isReached,
      truncated: result !== null && !isReached,
      info: {
        goal,
        failure: made?.failure ?? null,
        ticks: made?.ticks ?? 0,
        milestones: this.#milestones,
        deaths: this.#deaths,
        end: result?.end ?? null,
        detail: result && plainText(result.detail, DETAIL_LENGTH),
      },
    }
  }

  async #ask(step: Step): Promise<StepResult | null> {
    const strategy = await this.#began.promise
    return this.#orEnd(strategy.step(step))
  }

  /** The result of a step; null when the trial ended without one. */
  #orEnd(made: Promise<StepResult>): Promise<StepResult | null> {
    const over = this.ended.then(
      () => null,
      () => null,
    )
    return Promise.race([made, over])
  }

  /** The result of a trial that is about to end, or its error. */
  async #concluded(): Promise<TrialResult | Error> {
    try {
      return await this.ended
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    } finally {
      this.#isOver = true
    }
  }

  /** Why there is no result of a step. */
  async #crash(): Promise<ErrorReply> {
    const result = await this.#concluded()
    const detail = result instanceof Error ? result.message : `${result.end}: ${result.detail}`
    const kind = result instanceof UsageError ? 'bad-request' : 'crash'
    return errorReply(kind, plainText(detail, DETAIL_LENGTH))
  }

  #onEvent(event: TrialEvent): void {
    if (event.type === 'milestone') this.#milestones.push(event.name)
    if (event.type === 'death') this.#deaths++
  }
}

/** What is wrong with a list of kinds of blocks and animals; null for nothing. */
function problemOfKinds(registry: Registry, kinds: readonly string[]): string | null {
  const { blocksByName, entitiesByName, version } = registry.data
  const isKnown = (kind: string) => registry.hasBlock(kind) || Object.hasOwn(entitiesByName, kind)
  const unknown = kinds.find((kind) => !isKnown(kind))
  if (unknown === undefined) return null
  const hint = didYouMean(unknown, [...Object.keys(blocksByName), ...Object.keys(entitiesByName)])
  return `kinds: no block or animal '${unknown}' in Minecraft ${version.minecraftVersion}${hint}`
}
