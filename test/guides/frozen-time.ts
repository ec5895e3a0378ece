import type { Fault, FaultWorld } from '#world/faults/fault'

/** A server with the game rule `doDaylightCycle` off. */
export const FROZEN_TIME = {
  summary: 'the time of day stands still',
  coping: 'the agent reads the time as it is',
  install({ time }: Pick<FaultWorld, 'time'>) {
    time.advances = false
  },
} satisfies Fault
