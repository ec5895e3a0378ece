/** The public API of Delver: `import { createAgent, delver } from 'mineflayer-delver'`. */
export type { EventBody, TrialEvent } from '#events/events'
export type { ItemCounts } from '#goal/goal'
export { NoServer, UsageError } from '#trial/errors'
export { type Agent, type AgentOptions, createAgent } from './agent.ts'
export type {
  Delver,
  Destination,
  JobOptions,
  JobOutcome,
  SkillCall,
  SkillOptions,
  TaskPlan,
} from './delver.ts'
export type { PlayOptions } from './play-options.ts'
export { createDelver, delver } from './plugin.ts'
export type { PursueOptions, PursueOutcome } from './pursuit-of-items.ts'
