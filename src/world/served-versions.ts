import { registryFor } from '#knowledge/registry'

/** The newest version whose rules are tested. */
const NEWEST_VERSION = '26.1'

/** Whether the practice world can serve a version. */
export function isServed(version: string): boolean {
  return registryFor(NEWEST_VERSION).data.isNewerOrEqualTo(version)
}

/** Error message for a version that it cannot serve. */
export function notServed(version: string): string {
  return `there is no practice world of Minecraft ${version}; the newest is ${NEWEST_VERSION}`
}
