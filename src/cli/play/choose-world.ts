import type { AccountKind } from '#body/accounts'
import type { Speed } from '#clock/pace'
import type { Difficulty } from '#knowledge/difficulty'
import type { LanWorld } from '#life/lan-worlds'
import type { WorldOptions } from '#mcp/protocol'
import { UsageError } from '#trial/errors'
import { DEFAULT_VERSION } from '#trial/trial-start'
import { isServed, notServed } from '#world/served-versions'
import { DEFAULT_PORT, LOOPBACK } from '../trial-options.ts'

/** The options that choose and describe the world. */
export interface WorldChoice {
  practice?: boolean
  host?: string
  port?: number
  mcVersion?: string
  auth?: AccountKind
  seed?: number
  difficulty?: Difficulty
  time?: number
  speed?: Speed
}

type World<Kind extends WorldOptions['kind']> = Extract<WorldOptions, { kind: Kind }>

/** A world to join, and why it was chosen. */
export type ChosenWorld =
  | (World<'practice'> & {
      /** Port on which people can join; null for the usual one, or any other when that is in use. */
      readonly port: number | null
    })
  | (World<'existing'> & {
      /** The world that is open to LAN; null for a server that the user named. */
      readonly lan: LanWorld | null
    })

/** Lists the worlds that are open to LAN. */
type FindLanWorlds = () => Promise<readonly LanWorld[]>

/**
 * Chooses the world: the practice world, a server that the options name, or the world that is open to LAN. Without any
 * option, a LAN world is preferred to the practice world.
 * @throws UsageError when options conflict, or several worlds are open to LAN.
 */
export async function chooseWorld(
  options: WorldChoice,
  findLanWorlds: FindLanWorlds,
): Promise<ChosenWorld> {
  const { host, port, mcVersion, auth = 'offline' } = options
  const ofPractice = givenOf(options, ['seed', 'difficulty', 'time', 'speed'])
  const ofServer = givenOf(options, ['host', 'auth'])
  if (options.practice && ofServer.length > 0)
    throw new UsageError(`--${ofServer[0]} is for an existing server; leave it or --practice out`)
  const isNamed = host !== undefined || (port !== undefined && !options.practice)
  if (isNamed && ofPractice.length > 0)
    throw new UsageError(`--${ofPractice[0]} is for the practice world; add --practice`)
  const server = { kind: 'existing', version: mcVersion ?? null, auth } as const
  if (isNamed) return { ...server, host: host ?? LOOPBACK, port: port ?? DEFAULT_PORT, lan: null }
  if (!options.practice && ofPractice.length === 0) {
    // A machine that cannot listen for LAN worlds still has the practice world.
    const worlds = await findLanWorlds().catch((): readonly LanWorld[] => [])
    const [lan] = worlds
    if (worlds.length > 1) throw new UsageError(severalWorlds(worlds))
    if (lan) return { ...server, host: lan.host, port: lan.port, lan }
    if (ofServer.length > 0)
      throw new UsageError(`no world is open to LAN; add --host for --${ofServer[0]}`)
  }
  const version = mcVersion ?? DEFAULT_VERSION
  if (!isServed(version)) throw new UsageError(notServed(version))
  const { seed = 1, difficulty = 'normal', time = 0, speed = 1 } = options
  return { kind: 'practice', seed, version, difficulty, time, speed, port: port ?? null }
}

function givenOf(options: WorldChoice, names: readonly (keyof WorldChoice)[]): string[] {
  return names.filter((name) => options[name] !== undefined)
}

function severalWorlds(worlds: readonly LanWorld[]): string {
  const list = worlds.map(({ host, port, name }) => `"${name}" (--host ${host} --port ${port})`)
  return `several worlds are open to LAN: ${list.join(', ')}; choose one, or --practice`
}
