import type { Settings } from '#events/settings'
import type { AgentSettings } from '#life/port'

/** How an agent plays. Every field has a default. */
export interface PlayOptions {
  /** What the agent may know; `player` by default. */
  readonly perception?: Settings['perception']
  /** Input limits of the body; `vanilla` by default. */
  readonly hands?: NonNullable<Settings['hands']>
  /** What chooses the next goal of a plan; `nearest` by default. */
  readonly selector?: Settings['selector']
  /** What plans routes; `grid` by default. */
  readonly navigator?: NonNullable<Settings['navigator']>
  /** `respect` leaves the blocks of buildings alone; `ignore` by default. */
  readonly builds?: Settings['builds']
  /** Seed of the agent's own random choices; 1 by default. */
  readonly seed?: number
}

/** The settings of an agent with the symbolic planner and DEPS. */
export function agentSettings({
  perception = 'player',
  hands = 'vanilla',
  selector = 'nearest',
  navigator = 'grid',
  builds = 'ignore',
  seed = 1,
}: PlayOptions): AgentSettings {
  return {
    ...{ perception, hands, selector, navigator, builds, seed },
    planner: 'symbolic',
    strategy: 'deps',
    executor: 'skills',
    rounds: null,
    choose: null,
    chooseTemperature: null,
    selectorModel: null,
    overrideChoice: [],
    descriptor: 'typed',
    goals: 'lenient',
    replan: 'after-gathering',
    skillMemory: null,
    planMemory: null,
  }
}
