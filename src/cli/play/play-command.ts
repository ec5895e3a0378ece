import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { lanWorlds } from '#life/lan-worlds'
import { UsageError } from '#trial/errors'
import { EVENTS_FILE } from '#trial/event-log'
import { makeFolder } from '#trial/out-folder'
import { GROUP, hideAdvanced } from '../help.ts'
import { givenToken, httpPort, TOKEN_VARIABLE } from '../mcp-access.ts'
import { addResidentOptions, authOption, difficultyOption, timeOption } from '../shared-options.ts'
import { stopSignal } from '../stop-signal.ts'
import {
  DEFAULT_PORT,
  LOOPBACK,
  minecraftVersion,
  port,
  speed,
  username,
} from '../trial-options.ts'
import { addWebOptions, type WebOptions } from '../watch-options.ts'
import { wholeNumber } from '../whole-number.ts'
import { chooseWorld, type WorldChoice } from './choose-world.ts'
import {
  answersText,
  askFirst,
  optionsOf,
  type PlayAnswers,
  rememberAnswers,
  rememberedAnswers,
} from './first-questions.ts'
import { type CompanionOptions, playIn } from './play-in.ts'
import type { McpAccess } from './serve-orders.ts'

interface PlayOptions extends WorldChoice, CompanionOptions, WebOptions {
  watch?: boolean
  out?: string
  ask?: boolean
  mcp?: boolean
  mcpHttp?: number
}

/** The options in `delver play --help`; `--help-all` shows the others. */
const COMMON_OPTIONS = [
  ...['--practice', '--host', '--port', '--auth', '--seed', '--difficulty'],
  ...['--obey', '--username', '--watch', '--ask'],
]

/** How long to listen for worlds that are open to LAN: two of the game's announcements (ms). */
const LAN_MS = 3200

/** `delver play`: a companion that stays in a world and follows the orders of people. */
export function playCommand(): Command {
  const command = new Command('play')
    .description(
      'Let a companion live in a world and follow orders from the terminal and the chat.',
    )
    .optionsGroup(GROUP.world)
    .option('--practice', 'open a practice world, even if a world is open to LAN')
    .option('--host <address>', `address of an existing server (default: ${LOOPBACK})`)
    .option(
      '--port <number>',
      `port of an existing server, or with --practice the port for your own client (default: ${DEFAULT_PORT})`,
      port,
    )
    .option(
      '--mc-version <version>',
      "Minecraft version (default: the practice world's, or that of the existing server)",
      minecraftVersion,
    )
    .addOption(authOption())
    .option('--seed <number>', 'seed of the practice world (default: 1)', wholeNumber)
    .addOption(difficultyOption())
    .addOption(timeOption())
    .option(
      '--speed <factor>',
      'speed of the practice world while the companion carries out orders: max, or a multiple of real time (default: 1)',
      speed,
    )
    .optionsGroup(GROUP.agent)
    .option(
      '--obey <names...>',
      'players whose chat gives orders (default: all players of the practice world; on a server, none)',
      obeyed,
    )
    .option(
      '--read-lines',
      'obey lines like "<Ann> stop" on a server that does not name the speaker otherwise',
    )
    .option('--username <name>', "the companion's player name", username, 'Delver')
    .option('--ask', 'ask for world, names and players again, as on the first run on a terminal')
  addResidentOptions(command, 'respect: dig no blocks of buildings; ignore: dig any')
    .option(
      '--mcp',
      'take orders from an AI agent over MCP on standard input and output, in place of the terminal',
    )
    .option(
      '--mcp-http <port>',
      `take orders over MCP on ${LOOPBACK} too; 0 picks a free port; the token is in ${TOKEN_VARIABLE}, or printed once`,
      httpPort,
    )
    .optionsGroup(GROUP.output)
    .option(
      '--out <folder>',
      'with --watch, folder for the log and the recording (default: a temporary folder)',
    )
    .optionsGroup(GROUP.page)
    .option('--watch', 'serve a live page for the browser')
  return hideAdvanced(addWebOptions(command), COMMON_OPTIONS)
    .addHelpText(
      'after',
      '\nWithout --practice, --host and --port, it joins the world that is open to LAN, or else opens a practice world.\nType an order such as "get 3 logs", or "help".\n\nExamples:\n  delver play\n  delver play --host 127.0.0.1 --obey Ann Ben',
    )
    .action(async (given: PlayOptions) => {
      const signal = stopSignal()
      const mcp = mcpAccess(given)
      const options = await completed(command, given, signal)
      if (!options) return
      const { watch, out, webPort, webHost } = options
      if (!watch && (out !== undefined || webPort !== undefined || webHost !== undefined))
        throw new UsageError('--out, --web-port and --web-host are for the live page; add --watch')
      const folder = watch ? newLogFolder(out) : null
      const world = await chooseWorld(options, () => lanWorlds({ signal, ms: LAN_MS }))
      await playIn(world, options, {
        signal,
        page: folder === null ? null : { folder, ...options },
        mcp,
      })
    })
}

/** How programs give orders. @throws UsageError when options conflict. */
function mcpAccess({ mcp, mcpHttp }: PlayOptions): McpAccess | null {
  if (mcp && mcpHttp !== undefined)
    throw new UsageError('--mcp is for standard input and output; leave it or --mcp-http out')
  if (mcp) return { type: 'stdio' }
  return mcpHttp === undefined ? null : { type: 'http', port: mcpHttp, token: givenToken() }
}

/**
 * Completes the options by the user's answers. It asks on a terminal, and only without any option.
 * @returns null when the user cancels.
 */
async function completed(
  command: Command,
  options: PlayOptions,
  signal: AbortSignal,
): Promise<PlayOptions | null> {
  const isGiven = command.options.some(
    (option) =>
      option.long !== '--ask' && command.getOptionValueSource(option.attributeName()) === 'cli',
  )
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true
  if (options.ask && (isGiven || !isTerminal))
    throw new UsageError('--ask is for a terminal, and without other options')
  if (isGiven || !isTerminal) return options
  const remembered = options.ask ? null : rememberedAnswers()
  if (remembered)
    console.error(`as last time: ${answersText(remembered)}; to choose again, add --ask`)
  const answers = remembered ?? (await asked(signal))
  return answers && { ...options, ...optionsOf(answers) }
}

async function asked(signal: AbortSignal): Promise<PlayAnswers | null> {
  const worlds = await lanWorlds({ signal, ms: LAN_MS }).catch(() => [])
  const answers = await askFirst(worlds)
  if (answers) rememberAnswers(answers)
  return answers
}

/** @throws UsageError for a folder that cannot be made, or that contains a log. */
function newLogFolder(out: string | undefined): string {
  const folder = out ?? mkdtempSync(join(tmpdir(), 'delver-play-'))
  if (existsSync(join(folder, EVENTS_FILE)))
    throw new UsageError(`${folder} already contains a log; give another --out`)
  makeFolder(folder)
  return folder
}

/** Collects names that are separated by commas or spaces. */
function obeyed(text: string, before: readonly string[] = []): string[] {
  const names = text.split(',').map((name) => name.trim())
  if (!names.every((name) => /^\w{1,16}$/.test(name)))
    throw new InvalidArgumentError('Names have up to 16 letters, digits or underscores.')
  return [...before, ...names]
}
