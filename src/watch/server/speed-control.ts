import { z } from 'zod'
import { SLOWEST } from '#clock/pace'
import type { SpeedRequest, SpeedStatus } from '../protocol.ts'

const FASTEST = 1000

/** What a page may ask for. */
export const speedRequestSchema = z.object({
  speed: z.union([z.literal('max'), z.literal('pause'), z.number().min(SLOWEST).max(FASTEST)]),
})

/** How fast time passes in the trials that are shown, by their ids, and how to have it changed. */
export interface SpeedControl {
  status(id: string): SpeedStatus
  /** Changes it and gives back how it is then. */
  change(id: string, request: SpeedRequest): Promise<SpeedStatus>
}

/** For trials whose time cannot be changed: those of other processes, of real time, or over. */
export const NO_CONTROL: SpeedControl = {
  status: () => ({ speed: 'max', paused: false, controllable: false }),
  change: async (id) => NO_CONTROL.status(id),
}
