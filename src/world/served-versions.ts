import { registryFor } from '#knowledge/registry'

/** The newest version that flying-squid serves. */
const NEWEST_VERSION = '1.21.4'

/** Whether there is a practice world of a version that the agent plays. */
export function isServed(version: string): boolean {
  return registryFor(NEWEST_VERSION).data.isNewerOrEqualTo(version)
}

/** What to say of one of which there is none. */
export function notServed(version: string): string {
  return `there is no practice world of Minecraft ${version}; the newest is ${NEWEST_VERSION}`
}
