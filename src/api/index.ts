/** The public API of Delver: `import { createAgent } from 'mineflayer-delver'`. */
export type { EventBody, TrialEvent } from '#events/events'
export type { ItemCounts } from '#goal/goal'
export { NoServer, UsageError } from '#trial/errors'
export {
  type Agent,
  type AgentOptions,
  createAgent,
  type PursueOptions,
  type PursueOutcome,
} from './agent.ts'
