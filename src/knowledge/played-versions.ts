import minecraftData from 'minecraft-data'
import { registryFor } from './registry.ts'

/** The oldest version that the agent plays. */
export const MIN_VERSION = '1.12'

/** The versions since 1.7 that have a protocol number, the newest first. Some have no data. */
const LISTED = minecraftData.versions.pc.filter(({ usesNetty }) => usesNetty)
const WITH_DATA: ReadonlySet<string> = new Set(minecraftData.supportedVersions.pc)
/** The name of a release, as opposed to that of a snapshot. */
const RELEASE = /^[\d.]+$/
const RELEASE_IN_NAME = /\d+\.\d+(\.\d+)?/g

const newest = LISTED.find(
  ({ minecraftVersion: name }) => RELEASE.test(name) && WITH_DATA.has(name),
)
if (!newest) throw new Error('minecraft-data has no versions')

/** The newest version that the agent plays: the newest release with data. */
export const MAX_VERSION = newest.minecraftVersion
/** Protocol number of {@link MAX_VERSION}. */
export const MAX_PROTOCOL = newest.version

/**
 * Whether the agent plays a version, and by which name: minecraft-data has one name for all versions that share a protocol.
 * `other` versions are newer, snapshots, or unknown.
 */
export type VersionSupport =
  | { readonly kind: 'played'; readonly version: string }
  | { readonly kind: 'older' | 'other' }

/** Whether the agent plays the version with a name, such as `1.21.7`. */
export function supportOf(name: string): VersionSupport {
  const listed = LISTED.find(({ minecraftVersion }) => minecraftVersion === name)
  if (!listed) return { kind: 'other' }
  const version = nameWithData(name, listed.version)
  if (version !== undefined && isPlayed(version)) return { kind: 'played', version }
  const min = LISTED.find(({ minecraftVersion }) => minecraftVersion === MIN_VERSION)
  const isOlder = min !== undefined && LISTED.indexOf(listed) > LISTED.indexOf(min)
  return { kind: isOlder ? 'older' : 'other' }
}

/** A version with data that speaks the protocol: the one of the name if it has data. */
function nameWithData(name: string, protocol: number): string | undefined {
  if (WITH_DATA.has(name)) return name
  return LISTED.find(
    ({ version, minecraftVersion }) => version === protocol && WITH_DATA.has(minecraftVersion),
  )?.minecraftVersion
}

/**
 * The version with a protocol number. Several share one: the server's text names it, unless it is the version range of a
 * proxy.
 * @param text the version name that the server sends, such as `Paper 1.16.5`.
 * @returns null for an unknown number.
 */
export function versionOfProtocol(protocol: number, text: string): string | null {
  const sharing = LISTED.filter(({ version }) => version === protocol)
  const named: readonly string[] = text.match(RELEASE_IN_NAME) ?? []
  const found =
    sharing.find(({ minecraftVersion }) => named.includes(minecraftVersion)) ?? sharing[0]
  return found?.minecraftVersion ?? null
}

/** Whether the agent plays a version. @throws RangeError if minecraft-data lacks the version. */
export function isPlayed(version: string): boolean {
  return registryFor(version).data.isNewerOrEqualTo(MIN_VERSION)
}
