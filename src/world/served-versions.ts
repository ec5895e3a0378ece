import { isPlayed, MIN_VERSION } from '#knowledge/played-versions'
import { registryFor } from '#knowledge/registry'

/** The newest version whose rules are tested. */
const NEWEST_VERSION = '26.1'

/** Whether the practice world can serve a version. */
export function isServed(version: string): boolean {
  if (!isKnown(version) || !isPlayed(version)) return false
  const { data } = registryFor(version)
  return data.version.minecraftVersion === NEWEST_VERSION || data.isOlderThan(NEWEST_VERSION)
}

/** Error message for a version that it cannot serve. */
export function notServed(version: string): string {
  return `there is no practice world of Minecraft ${version}; versions from ${MIN_VERSION} to ${NEWEST_VERSION} have one`
}

/** minecraft-data throws for a version that it lacks, with a list of all others. */
function isKnown(version: string): boolean {
  try {
    registryFor(version)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
