import type { ActivityRun } from '#body/activity'
import { ActivityLog } from '#body/activity-log'
import type { Body } from '#body/body'
import type { Unsubscribe } from '#body/listen'
import type { ItemCounts } from '#goal/goal'
import type { AgentState } from '#skills/core/agent-state'
import type { SkillContext } from '#skills/core/skill'
import { DeathCause } from './death-cause.ts'
import type { LifeContext } from './port.ts'

/** An inventory counts once it is unchanged for this long, since the server may revert a change (ticks). */
const SETTLED_TICKS = 4
const VITALS_TICKS = 100
const REMEMBER_TICKS = 20
/** A respawned player has received its inventory after this long (ticks). Servers send it with the respawn. */
const RESPAWNED_TICKS = 10

/** Perceives the world in each tick and remembers it. */
interface Perceiver extends Pick<SkillContext, 'memory'> {
  update(): void
}

/** Updates perception in each tick, and reports inventory, vitals and deaths to the trial. */
export class Telemetry {
  readonly #context: Pick<LifeContext, 'record' | 'inventory'>
  readonly #body: Body
  readonly #perception: Perceiver
  readonly #agentState: AgentState
  readonly #deathCause: DeathCause
  readonly #activities: ActivityLog
  readonly #unsubscribe: readonly Unsubscribe[]
  #ticks = 0
  #changedAt = 0
  #reported = false
  #aliveTicks = 0
  #mode: string | undefined
  /** The inventory shortly before: at a death it is already empty. */
  #lastCarried: ItemCounts = {}

  constructor(
    context: Pick<LifeContext, 'record' | 'inventory'>,
    body: Body,
    perception: Perceiver,
    agentState: AgentState,
  ) {
    this.#context = context
    this.#body = body
    this.#perception = perception
    this.#agentState = agentState
    this.#deathCause = new DeathCause({ body, memory: perception.memory })
    this.#activities = new ActivityLog(body)
    this.#unsubscribe = [
      body.inventory.onChange(this.#onSlot),
      body.onTick(this.#onTick),
      body.vitals.onDeath(this.#onDeath),
    ]
  }

  off(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#deathCause.off()
  }

  /** Reports the inventory; call this when the server has confirmed it. */
  reportInventory(): void {
    const { inventory } = this.#body
    this.#reported = true
    this.#context.inventory(inventory.counts, inventory.wornKinds)
  }

  /** The body's activities since the last call, for the trial's log. */
  takeActivities(): readonly ActivityRun[] {
    return this.#activities.take()
  }

  readonly #onSlot = () => {
    this.#changedAt = this.#ticks
    this.#reported = false
  }

  readonly #onTick = () => {
    this.#ticks++
    this.#activities.note()
    this.#perception.update()
    this.#agentState.enter(this.#body.game.world)
    this.#noteMode(this.#body.game.mode)
    if (!this.#reported && this.#ticks - this.#changedAt >= SETTLED_TICKS) this.reportInventory()
    const { vitals } = this.#body
    if (this.#ticks % REMEMBER_TICKS === 0 && vitals.alive) this.#lastCarried = this.#body.carried
    this.#aliveTicks = vitals.alive ? this.#aliveTicks + 1 : 0
    const { deaths } = this.#agentState
    if (deaths.isUnsettled && this.#aliveTicks >= RESPAWNED_TICKS)
      deaths.respawn(this.#body.carried)
    if (this.#ticks % VITALS_TICKS === 0) this.#recordVitals()
  }

  #noteMode(mode: string): void {
    if (mode === this.#mode) return
    if (this.#mode !== undefined) this.#context.record({ type: 'game-mode', mode })
    this.#mode = mode
    this.#agentState.play(mode)
  }

  #recordVitals(): void {
    const { vitals, carried } = this.#body
    this.#context.record({
      type: 'vitals',
      health: vitals.health,
      food: vitals.food,
      position: roundedPosition(this.#body),
      inventory: carried,
      activities: this.takeActivities(),
    })
  }

  readonly #onDeath = () => {
    const body = this.#body
    const place = body.position.clone()
    body.dangers.diedAt(place)
    // Items that drop into lava burn.
    const lost = body.traitsAt(place.floored()).lava ? {} : this.#lastCarried
    this.#agentState.deaths.die({ place, tick: body.clock.tick, lost })
    this.#aliveTicks = 0
    this.#context.record({
      type: 'death',
      cause: this.#deathCause.cause,
      position: roundedPosition(this.#body),
    })
  }
}

/** The position of a body, rounded to a tenth of a block. */
export function roundedPosition({ position }: Body): { x: number; y: number; z: number } {
  const tenth = (value: number) => Math.round(value * 10) / 10
  return { x: tenth(position.x), y: tenth(position.y), z: tenth(position.z) }
}
