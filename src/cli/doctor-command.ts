import { Command, Option } from 'commander'
import { ACCOUNT_KINDS, type AccountKind, accountOf } from '#body/accounts'
import { type LanWorld, lanWorlds } from '#life/lan-worlds'
import { UsageError } from '#trial/errors'
import { versionToJoin } from '#trial/game-version'
import { checkLogin } from '#trial/login-check'
import { pingServer } from '#trial/ping'
import { DEFAULT_VERSION } from '#trial/trial-start'
import { versionsInUse } from '#trial/versions'
import { plainText } from '#wire/plain-text'
import { EXIT } from './exit-codes.ts'
import { GROUP, hideAdvanced } from './help.ts'
import { loginFinding } from './login-command.ts'
import type { Check } from './model-check.ts'
import {
  addModelOptions,
  givenModelFlag,
  type ModelOptions,
  modelFlags,
  modelSettings,
} from './model-options.ts'
import { DEFAULT_PORT, LOOPBACK, minecraftVersion, port, username } from './trial-options.ts'
import { WaitingLine } from './waiting-line.ts'

interface DoctorOptions extends ModelOptions {
  host?: string
  port?: number
  mcVersion?: string
  auth: AccountKind
  username: string
}

/** The options in `delver doctor --help`; `--help-all` shows the others. */
const COMMON_OPTIONS = [
  ...['--host', '--port', '--mc-version', '--auth', '--username'],
  ...['--model', '--provider', '--base-url'],
]

/** Longest reason of a failed check (characters). */
const REASON_LENGTH = 400
/** How long to listen for worlds that are open to LAN: two of the game's announcements (ms). */
const LAN_MS = 3200

/** `delver doctor`: one line for each requirement of a trial, with the reason when it is not met. */
export function doctorCommand(onExit: (code: number) => void): Command {
  const command = new Command('doctor')
    .description('Check Node, the packages, and the practice world, a server or a language model.')
    .optionsGroup(GROUP.world)
    .option('--host <address>', `address of a server (default: ${LOOPBACK})`)
    .option('--port <number>', `port of the server (default: ${DEFAULT_PORT})`, port)
    .option('--mc-version <version>', 'Minecraft version to join with', minecraftVersion)
    .addOption(
      new Option('--auth <kind>', 'account to join the server with')
        .choices(ACCOUNT_KINDS)
        .default('offline'),
    )
    .option('--username <name>', 'name under which a login is stored', username, 'Delver')
  return hideAdvanced(addModelOptions(command), COMMON_OPTIONS).action(
    async (options: DoctorOptions) => {
      const ofModel = givenModelFlag(options)
      const model = ofModel ? modelSettings(modelFlags(options)) : null
      if (model?.transcript)
        throw new UsageError('recorded calls do not check a server; leave them out')
      let healthy = true
      const check: Check = async (name, examine) => {
        const waiting = new WaitingLine(process.stderr, name)
        try {
          const finding = await examine().finally(() => waiting.end())
          console.log(`ok     ${name}: ${finding}`)
          return true
        } catch (error) {
          healthy = false
          const reason = error instanceof Error ? error.message : String(error)
          console.log(`WRONG  ${name}: ${plainText(reason, REASON_LENGTH)}`)
          return false
        }
      }
      await check('Node', async () => process.versions.node)
      await check('packages', async () => {
        await import('mineflayer')
        const { node: _, ...packages } = versionsInUse()
        return Object.entries(packages)
          .map(([name, version]) => `${name} ${version}`)
          .join(', ')
      })
      const server = options.host !== undefined || options.port !== undefined
      if (model) {
        // The client of language models is slow to load.
        const { checkModel } = await import('./model-check.ts')
        await checkModel(model, check)
        if (!server) return onExit(healthy ? EXIT.success : EXIT.infrastructure)
      }
      const { auth, username } = options
      const isRequired = accountOf(auth).needsLogin
      const signedIn =
        (server && !isRequired) ||
        (await check('account', async () => loginFinding(username, { isRequired })))
      if (!server) {
        await check('practice world', () => joinPracticeWorld(options.mcVersion ?? DEFAULT_VERSION))
        const signal = AbortSignal.timeout(2 * LAN_MS)
        await check('LAN worlds', () => lanFinding(lanWorlds({ signal, ms: LAN_MS })))
      } else {
        const host = options.host ?? LOOPBACK
        const number = options.port ?? DEFAULT_PORT
        const ping = pingServer(host, number)
        const answers = await check('server', async () => {
          const status = await ping
          return `${status.versionName} (Minecraft ${status.version ?? 'unknown'}), answers in ${status.latencyMs} ms`
        })
        if (answers && signedIn) {
          await check('login', async () => {
            const version = options.mcVersion ?? versionToJoin(`${host}:${number}`, await ping)
            return checkLogin(host, number, version, { auth, username })
          })
        }
      }
      onExit(healthy ? EXIT.success : EXIT.infrastructure)
    },
  )
}

/** The worlds that are open to LAN, in one line. A machine that cannot listen for them is healthy. */
export async function lanFinding(search: Promise<readonly LanWorld[]>): Promise<string> {
  try {
    const worlds = await search
    if (worlds.length === 0) return 'none announced'
    const places = worlds.map(({ host, port, name }) => `"${name}" at ${host}:${port}`)
    return `${places.join(', ')}; add --host and --port to check one`
  } catch (error) {
    return `cannot listen for them (${plainText(error instanceof Error ? error.message : String(error))})`
  }
}

async function joinPracticeWorld(version: string): Promise<string> {
  const { PracticeWorld } = await import('#world/practice-world')
  const world = await PracticeWorld.start({ seed: 1, version, difficulty: 'normal' })
  try {
    return `${version}, ${await checkLogin(LOOPBACK, world.port, version)}`
  } finally {
    await world.close()
  }
}
