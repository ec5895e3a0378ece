import { Avoided } from '#body/avoided'
import type { KnownPlaces } from '#body/body'
import { Builds } from '#body/builds'
import { Chasms } from '#body/chasms'
import { Dangers } from '#body/dangers'
import { ProtectedLand } from '#body/protected-land'
import type { GameClock } from '#clock/game-clock'
import type { ItemCounts } from '#goal/goal'
import { CombatState } from '../combat/combat-state.ts'
import { FarmState } from '../farming/farm-state.ts'
import { ChestContents } from '../items/chest-contents.ts'
import { OwnStations } from '../items/own-stations.ts'
import { TorchAttempts } from '../items/torch-attempts.ts'
import { Exploration } from '../mining/exploration.ts'
import { PortalState } from '../nether/portal-state.ts'
import { Portals } from '../nether/portals.ts'
import { Deaths } from '../survival/deaths.ts'

/**
 * What the agent remembers of its own actions between skills and between connections. Each part is a class in the
 * folder of the skills that change it.
 */
export class AgentState implements KnownPlaces {
  readonly avoided: Avoided
  readonly dangers: Dangers
  readonly chasms = new Chasms()
  readonly builds = new Builds()
  readonly protectedLand: ProtectedLand
  readonly exploration = new Exploration()
  readonly stations = new OwnStations()
  readonly chests = new ChestContents()
  readonly torches = new TorchAttempts()
  readonly combat = new CombatState()
  readonly deaths = new Deaths()
  readonly farm = new FarmState()
  readonly portal = new PortalState()
  readonly portals = new Portals()
  #needed: ReadonlySet<string> = new Set()
  #world: string | undefined
  #hasSurvived = false

  constructor(clock: GameClock) {
    this.avoided = new Avoided(clock)
    this.dangers = new Dangers(clock)
    this.protectedLand = new ProtectedLand(clock)
  }

  /** Items and tags that may serve the target, so that the agent does not throw them away. */
  get needed(): ReadonlySet<string> {
    return this.#needed
  }

  /** Sets what serves the target, and how long replacing lost items takes (ticks). */
  pursue(needed: ReadonlySet<string>, ticksToReplace: (lost: ItemCounts) => number): void {
    this.#needed = needed
    this.deaths.valueBy(ticksToReplace)
  }

  /** Whether the agent has been in survival mode: any other mode is the work of others then. */
  get hasSurvived(): boolean {
    return this.#hasSurvived
  }

  /** Records the body's game mode. */
  play(mode: string): void {
    if (mode === 'survival') this.#hasSurvived = true
  }

  /** Records the body's world. On a change, the agent forgets the places of the previous one. */
  enter(world: string): void {
    if (this.#world !== undefined && this.#world !== world) this.#forgetPlaces()
    this.#world = world
  }

  #forgetPlaces(): void {
    this.avoided.clear()
    this.dangers.clear()
    this.chasms.clear()
    this.builds.clear()
    this.protectedLand.clear()
    this.exploration.forgetPlaces()
    this.stations.forgetPlaces()
    this.chests.forgetPlaces()
    this.combat.forgetPlaces()
    this.deaths.forgetPlaces()
    this.farm.abandon()
    this.portal.end()
  }
}
