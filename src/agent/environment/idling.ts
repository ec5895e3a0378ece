import type { SkillWorld } from '#skills/core/skill'
import { skyAbove } from '#skills/moving/surface'
import { swimOut } from '#skills/moving/swim-out'
import { isDarkOutside, shelter } from '#skills/survival/shelter'
import type { Controller } from '../controller/controller.ts'
import { retrieveLost } from './recovery.ts'

/** An agent that waits longer than this outside in the dark takes shelter (ticks). */
const PATIENCE_TICKS = 100
/** Ticks between two attempts at a shelter, and at leaving water. */
const REST_TICKS = 1200
const SWIM_REST_TICKS = 200

/** The maintenance of an agent that has to wait for something outside of the game, between its reflexes. */
export class Idling {
  readonly #controller: Controller
  readonly #context: SkillWorld
  /** Tick from which the agent takes shelter. */
  #sheltersFrom: number
  /** Tick from which the agent swims to dry ground. */
  #swimsFrom = 0

  constructor(controller: Controller, context: SkillWorld) {
    this.#controller = controller
    this.#context = context
    this.#sheltersFrom = context.body.clock.tick + PATIENCE_TICKS
  }

  /** Retrieves lost items, leaves water, and shelters from the night. */
  async tick(signal: AbortSignal): Promise<void> {
    await retrieveLost(this.#controller, this.#context, signal)
    const { clock, footing } = this.#context.body
    if (footing.inWater && clock.tick >= this.#swimsFrom) {
      await this.#controller.runMaintenance(swimOut, null, signal)
      this.#swimsFrom = clock.tick + SWIM_REST_TICKS
    }
    if (clock.tick < this.#sheltersFrom || !this.#isExposed()) return
    await this.#controller.runMaintenance(shelter, null, signal)
    this.#sheltersFrom = clock.tick + REST_TICKS
  }

  /** Whether monsters may spawn around the agent. */
  #isExposed(): boolean {
    const { body } = this.#context
    const { x, y, z } = body.feet
    return (
      body.game.difficulty !== 'peaceful' &&
      isDarkOutside(this.#context) &&
      skyAbove(this.#context, x, y, z)
    )
  }
}
