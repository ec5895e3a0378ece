import { Vec3 } from 'vec3'
import type { Body } from '../body.ts'
import { moveInto } from './footing.ts'
import type { Position } from './position.ts'
import type { Step } from './route.ts'
import type { StepFailure } from './step-failure.ts'

/** Time for the server to confirm that a door opens or closes (ticks). */
const SWING_TICKS = 12
/** Attempts to open a door. */
const TRIES = 3
/** Distance from its lane within which the agent passes a panel (blocks). */
const IN_LINE = 0.12

/** Doors and gates that the agent opened on its way and closes behind it. */
export class OpenedDoors {
  readonly #body: Body
  #opened: Position[] = []

  constructor(body: Body) {
    this.#body = body
  }

  /** Walks a step through doors or gates, and opens those in the way. */
  async walkThrough(step: Step, signal: AbortSignal): Promise<StepFailure | undefined> {
    const from = this.#body.feet
    const alongX = step.x !== from.x
    for (const door of step.doors ?? []) {
      if (!this.#bars(door, alongX)) continue
      this.#body.release()
      if (!(await this.#swing(door, alongX, signal))) return 'blocked'
      this.#opened.push(door)
    }
    const lane = this.#lane(step, alongX)
    const line = ({ x, y, z }: Position) =>
      alongX ? new Vec3(x + 0.5, y, z + lane) : new Vec3(x + lane, y, z + 0.5)
    const failure = await moveInto(this.#body, from, signal, IN_LINE, line(from))
    if (failure) return failure
    // The agent has left the doorway, so the door can close.
    const isOut = !step.doors?.some(({ x, z }) => x === step.x && z === step.z)
    return moveInto(this.#body, step, signal, isOut ? IN_LINE : undefined, line(step))
  }

  /** Closes all doors and gates that the next step does not use. */
  async close(next: Step | undefined, signal: AbortSignal): Promise<void> {
    const isPassed = (door: Position) => !next?.doors?.some((other) => isSame(door, other))
    const passed = this.#opened.filter((door) => isPassed(door) && !this.#isIn(door))
    if (passed.length === 0) return
    this.#opened = this.#opened.filter((door) => !passed.includes(door))
    this.#body.release()
    for (const { x, y, z } of passed)
      await this.#body.interaction.useBlock(new Vec3(x, y, z), signal)
  }

  #bars({ x, y, z }: Position, alongX: boolean): boolean {
    this.#body.vision.examine(x, y, z)
    const { doorway } = this.#body.traits(x, y, z)
    if (!doorway) return false
    return alongX ? doorway.barsX : doorway.barsZ
  }

  async #swing({ x, y, z }: Position, alongX: boolean, signal: AbortSignal): Promise<boolean> {
    const body = this.#body
    const free = () => !this.#bars({ x, y, z }, alongX)
    for (let tries = 0; tries < TRIES; tries++) {
      if (!(await body.interaction.useBlock(new Vec3(x, y, z), signal))) return false
      if (!(await body.until(free, SWING_TICKS, signal))) continue
      // The server sends the other half of a door in another packet.
      await body.wait(1, signal)
      return true
    }
    return false
  }

  /** Sideways position at which the gap between the panels is widest (0-1). */
  #lane({ doors = [] }: Step, alongX: boolean): number {
    const boxes = doors.flatMap(({ x, y, z }) => this.#body.traits(x, y, z).boxes)
    if (boxes.length === 0) return 0.5
    const across = alongX ? 2 : 0
    const from = Math.min(...boxes.map((box) => box[across]))
    const to = Math.max(...boxes.map((box) => box[across + 3] ?? 1))
    return from > 1 - to ? from / 2 : (1 + to) / 2
  }

  #isIn({ x, z }: Position): boolean {
    const { position } = this.#body
    return Math.abs(position.x - x - 0.5) < 0.8 && Math.abs(position.z - z - 0.5) < 0.8
  }
}

function isSame(a: Position, b: Position): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z
}
