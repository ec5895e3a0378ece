/** The public API of Delver: `import { createAgent } from 'mineflayer-delver'`. */
export type { EventBody, TrialEvent } from '#events/events'
export type { ItemCounts } from '#goal/goal'
export { UsageError } from '#trial/usage-error'
export { NoServer } from '#trial/world-host'
export {
  type Agent,
  type AgentOptions,
  createAgent,
  type PursueOptions,
  type PursueOutcome,
} from './agent.ts'
