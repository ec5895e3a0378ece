import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import type { AccountKind } from '#body/accounts'
import type { BuildRule } from '#body/builds'
import type { HandsName } from '#body/hand-limits'
import type { NavigatorName } from '#body/navigation/navigators'
import type { Speed } from '#clock/pace'
import type { Difficulty } from '#knowledge/difficulty'
import type { WorldOptions } from '#mcp/protocol'
import type { PerceptionMode } from '#perception/perception-modes'
import { UsageError } from '#trial/errors'
import { EVENTS_FILE } from '#trial/event-log'
import { makeFolder } from '#trial/out-folder'
import { DEFAULT_VERSION } from '#trial/trial-start'
import { isServed, notServed } from '#world/served-versions'
import { GROUP } from './help.ts'
import { givenToken, httpPort, TOKEN_VARIABLE } from './mcp-access.ts'
import { pictureTaker } from './mcp-picture.ts'
import { addResidentOptions, authOption, difficultyOption, timeOption } from './shared-options.ts'
import { stopSignal } from './stop-signal.ts'
import { DEFAULT_PORT, LOOPBACK, minecraftVersion, port, speed, username } from './trial-options.ts'
import { wholeNumber } from './whole-number.ts'

const DEFAULT_WAIT_SECONDS = 50
const MAX_WAIT_SECONDS = 600
const MAX_AGENTS = 8

interface McpCommandOptions {
  practice?: boolean
  host?: string
  port?: number
  mcVersion?: string
  seed?: number
  difficulty?: Difficulty
  time?: number
  speed?: Speed
  auth?: AccountKind
  username: readonly string[]
  perception: PerceptionMode
  navigator: NavigatorName
  hands: HandsName
  builds: BuildRule
  http?: number
  wait: number
  out?: string
  watch?: boolean
  webPort?: number
}

/** `delver mcp`: tools for other agents, over the Model Context Protocol. */
export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description('Serve Minecraft tools to AI agents over the Model Context Protocol.')
    .optionsGroup(GROUP.world)
    .option('--practice', 'play in a built-in practice world')
    .option('--host <address>', `address of an existing server (default: ${LOOPBACK})`)
    .option('--port <number>', `port of an existing server (default: ${DEFAULT_PORT})`, port)
    .option(
      '--mc-version <version>',
      `Minecraft version (default: ${DEFAULT_VERSION}, or that of the existing server)`,
      minecraftVersion,
    )
    .addOption(authOption())
    .option('--seed <number>', 'seed of the practice world (default: 1)', wholeNumber)
    .addOption(difficultyOption())
    .addOption(timeOption())
    .option(
      '--speed <factor>',
      'speed of the practice world during jobs: max, or a multiple of real time; between jobs it is real time (default: max)',
      speed,
    )
    .optionsGroup(GROUP.agent)
    .option(
      '--username <names>',
      'player names of the agents, separated by commas; one agent for each',
      usernames,
      ['Delver'],
    )
  return addResidentOptions(
    command,
    'respect: dig no blocks of buildings unless a client asks for it; ignore: dig any',
  )
    .optionsGroup(GROUP.output)
    .option(
      '--http <port>',
      `serve streamable HTTP on ${LOOPBACK} in place of standard input and output; 0 picks a free port; the token is in ${TOKEN_VARIABLE}, or printed once`,
      httpPort,
    )
    .option(
      '--wait <seconds>',
      "how long a call waits for its job; less than the client's time limit",
      waitSeconds,
      DEFAULT_WAIT_SECONDS,
    )
    .option(
      '--out <folder>',
      'with --watch, folder for the log and the recording of each agent (default: a temporary folder)',
    )
    .optionsGroup(GROUP.page)
    .option('--watch', 'serve a live page for the browser; each answer contains its address')
    .option('--web-port <number>', 'port of the page (default: any free port)', httpPort)
    .addHelpText(
      'after',
      '\nExamples:\n  delver mcp --practice\n  delver mcp --host 127.0.0.1 --port 25565 --username Ada,Ben\n  claude mcp add minecraft -- npx -y mineflayer-delver mcp --practice',
    )
    .action(async (options: McpCommandOptions) => {
      const world = worldOptions(options)
      const token = options.http === undefined ? null : givenToken()
      checkWatchOptions(options)
      const signal = stopSignal()
      const folders = options.watch ? makeFolders(options) : null
      const { Agents } = await import('#mcp/agents')
      const notice = (text: string) => process.stderr.write(`${text.trimEnd()}\n`)
      const { perception, hands, navigator, builds, seed = 1 } = options
      const settings = { perception, hands, navigator, builds, seed }
      const agents = await Agents.start(
        {
          world,
          usernames: options.username,
          settings,
          ...(folders && { logs: { folders, startedAt: new Date().toISOString() } }),
        },
        notice,
      )
      let closePage: (() => Promise<void>) | undefined
      try {
        const place = options.practice ? 'a practice world' : agents.address
        notice(`${agents.names.join(', ')} on ${place}, Minecraft ${agents.version}`)
        const page = folders && (await openPage(folders, options))
        closePage = page?.close
        const served = {
          agents,
          waitMs: options.wait * 1000,
          page: page?.url ?? null,
          takePicture: folders && pictureTaker(folders),
        }
        const { createMcpServer } = await import('#mcp/server')
        if (options.http === undefined) {
          const { serveStdio } = await import('#mcp/stdio')
          await serveStdio(createMcpServer(served), signal)
        } else {
          const { newToken, serveHttp } = await import('#mcp/http')
          const secret = token ?? newToken()
          const http = await serveHttp(() => createMcpServer(served), {
            port: options.http,
            token: secret,
          })
          notice(`serving ${http.url}; press Ctrl-C to end`)
          if (token === null) notice(`Authorization: Bearer ${secret}`)
          if (!signal.aborted) await once(signal, 'abort')
          await http.close()
        }
      } finally {
        await agents.close()
        await closePage?.()
      }
    })
}

/** @throws UsageError for options of a page without --watch. */
function checkWatchOptions({ watch, out, webPort }: McpCommandOptions): void {
  if (!watch && (out !== undefined || webPort !== undefined))
    throw new UsageError('--out and --web-port are for the live page; add --watch')
}

/** New folders for the agents' logs. @throws UsageError when they cannot be made. */
function makeFolders({ out, username }: McpCommandOptions): string[] {
  const parent = out ?? mkdtempSync(join(tmpdir(), 'delver-mcp-'))
  const folders = username.map((name) => join(parent, name))
  for (const folder of folders) {
    if (existsSync(join(folder, EVENTS_FILE)))
      throw new UsageError(`${folder} already contains a log; give another --out`)
    makeFolder(folder)
  }
  return folders
}

/** Serves the page of the agents' logs. */
async function openPage(folders: readonly string[], { webPort = 0 }: McpCommandOptions) {
  const { openWatch } = await import('#watch/open-watch')
  const trials = folders.map((folder) => ({
    id: basename(folder),
    folder: resolve(folder),
    settings: null,
    isOver: false,
  }))
  const watch = await openWatch({ trials, host: LOOPBACK, port: webPort, pace: null })
  process.stderr.write(`watch it at ${watch.url}\n`)
  return watch
}

/** @throws UsageError when options conflict. */
function worldOptions(options: McpCommandOptions): WorldOptions {
  const { practice, host, port, mcVersion, auth, seed, difficulty, time, speed } = options
  const wrong = practice
    ? { '--host': host, '--port': port, '--auth': auth }
    : { '--seed': seed, '--difficulty': difficulty, '--time': time, '--speed': speed }
  for (const [name, value] of Object.entries(wrong))
    if (value !== undefined)
      throw new UsageError(
        practice
          ? `${name} is for an existing server; leave it or --practice out`
          : `${name} is for the practice world; add --practice`,
      )
  if (!practice)
    return {
      kind: 'existing',
      host: host ?? LOOPBACK,
      port: port ?? DEFAULT_PORT,
      version: mcVersion ?? null,
      auth: auth ?? 'offline',
    }
  const version = mcVersion ?? DEFAULT_VERSION
  if (!isServed(version)) throw new UsageError(notServed(version))
  return {
    kind: 'practice',
    seed: seed ?? 1,
    version,
    difficulty: difficulty ?? 'normal',
    time: time ?? 0,
    speed: speed ?? 'max',
  }
}

function usernames(text: string): string[] {
  const names = text.split(',').map((name) => username(name.trim()))
  if (new Set(names).size < names.length)
    throw new InvalidArgumentError('The names of agents must differ.')
  if (names.length > MAX_AGENTS)
    throw new InvalidArgumentError(`At most ${MAX_AGENTS} agents share one process.`)
  return names
}

function waitSeconds(text: string): number {
  const value = wholeNumber(text)
  if (value > MAX_WAIT_SECONDS)
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${MAX_WAIT_SECONDS}.`)
  return value
}
