import { z } from 'zod'
import { MIN_SPEED } from '#clock/pace'
import type { SpeedRequest, SpeedStatus } from '../protocol.ts'

/** Greatest speed, in multiples of real time. */
export const MAX_SPEED = 1000

/** The body of a speed request. */
export const speedRequestSchema = z.object({
  speed: z.union([z.literal('max'), z.literal('pause'), z.number().min(MIN_SPEED).max(MAX_SPEED)]),
})

/** Reads and changes the speed of the shown trials, by their ids. */
export interface SpeedControl {
  status(id: string): SpeedStatus
  /** Changes the speed and returns the new status. */
  change(id: string, request: SpeedRequest): Promise<SpeedStatus>
}

/** For trials with a fixed speed: they run in another process or in real time, or have ended. */
export const NO_CONTROL: SpeedControl = {
  status: () => ({ speed: 'max', paused: false, controllable: false }),
  change: async (id) => NO_CONTROL.status(id),
}
