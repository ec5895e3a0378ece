import type { Vec3 } from 'vec3'
import type { ItemCounts } from '../src/goal/goal.ts'

/** What a furnace that the agent had to leave is still working on. */
export interface FurnaceLoad {
  readonly place: Vec3
  /** Kind or tag that comes out, as it was asked for. */
  readonly item: string
  readonly count: number
}

/** A death, and what was carried then. */
export interface Death {
  readonly place: Vec3
  readonly tick: number
  readonly lost: ItemCounts
}

/** What the agent remembers of its own doings from one skill to the next. */
export class AgentState {
  /** Direction of the tunnel or walk that was under way, so that it goes on straight. */
  heading: { x: number; z: number } | undefined
  /** Every death so far. */
  readonly deaths: Death[] = []
  /** The last one, as long as it has not been back there. */
  unvisited: Death | undefined
  /** Tables and furnaces that it has put down and not taken back. */
  readonly stations = new Map<string, Vec3>()
  /** Kinds that may serve what is pursued, so that they are not thrown away. */
  needed: ReadonlySet<string> = new Set()
  /** The furnace that it was called away from. */
  furnaceLoad: FurnaceLoad | undefined

  died(death: Death): void {
    this.deaths.push(death)
    this.unvisited = death
  }
}
