import { registryFor } from './registry.ts'

/** The oldest version that the agent plays. */
export const OLDEST_VERSION = '1.12'

/** Whether the agent plays a version that minecraft-data knows. */
export function isPlayed(version: string): boolean {
  return registryFor(version).data.isNewerOrEqualTo(OLDEST_VERSION)
}
