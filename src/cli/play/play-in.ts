import { once } from 'node:events'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import type { BuildRule } from '#body/builds'
import type { HandsName } from '#body/hand-limits'
import type { NavigatorName } from '#body/navigation/navigators'
import { refusalLine, refusalOf } from '#body/refusal'
import { Pace } from '#clock/pace'
import type { AgentSettings } from '#life/port'
import type { PerceptionMode } from '#perception/perception-modes'
import type { Companion } from '#play/companion'
import {
  type CompanionWorld,
  companionFolder,
  companionName,
  lockCompanion,
  MEMORY_FILE,
} from '#play/companion-folders'
import { Memory } from '#play/memory'
import { NoServer, UsageError } from '#trial/errors'
import { openExistingHost } from '#trial/existing-host'
import { makeFolder } from '#trial/out-folder'
import { openPracticeHost } from '#trial/practice-host'
import { UncaughtErrors } from '#trial/uncaught-errors'
import type { WorldHost } from '#trial/world-host'
import { plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'
import { DEFAULT_PORT, LOOPBACK } from '../trial-options.ts'
import { openPage, type WebOptions } from '../watch-options.ts'
import type { ChosenWorld } from './choose-world.ts'
import { type McpAccess, type OrderPost, serveOrders } from './serve-orders.ts'
import { notesOnly, openTerminal, type Terminal } from './terminal.ts'

/** The companion and whom it obeys. */
export interface CompanionOptions {
  username: string
  /** Players whose chat gives orders; omitted for the default of the world. */
  obey?: readonly string[]
  /** Whether lines such as `<Ann> stop` count where the server names no speaker. */
  readLines?: boolean
  perception: PerceptionMode
  navigator: NavigatorName
  hands: HandsName
  builds: BuildRule
}

interface Surroundings {
  /** Fires when the companion has to leave. */
  readonly signal: AbortSignal
  /** The live page and the folder of its log; null for none. */
  readonly page: ({ readonly folder: string } & WebOptions) | null
  /** How programs give orders; null if none do. */
  readonly mcp: McpAccess | null
}

/** The people on the page, as those who are asked back. No player has this name. */
const PAGE = ' page'
/** Speed of the practice world while the companion has nothing to do: that of the real game. */
const IDLE_SPEED = 1
/** Limit on the reason of an end (characters). */
const REASON_LENGTH = 400

/**
 * Lets a companion live in a world until it has to leave, or its orders are done and the terminal's input has ended.
 * @throws NoServer when the server is not reached or is lost, or the companion is banned or kicked.
 * @throws UsageError when a companion of this name is in this world.
 */
export async function playIn(
  world: ChosenWorld,
  options: CompanionOptions,
  { signal, page, mcp }: Surroundings,
): Promise<void> {
  const name = companionName(identityOf(world), options.username)
  const folder = companionFolder(name)
  makeFolder(folder, 'XDG_DATA_HOME')
  const lock = lockCompanion(name)
  const terminal = mcp?.type === 'stdio' ? notesOnly() : openTerminal()
  const closing: (() => unknown)[] = [() => lock.release(), () => terminal.close()]
  const notice = (text: string) => terminal.note(text)
  try {
    // A simulation replaces the clock of the process.
    const { now } = Date
    const startedAt = new Date().toISOString()
    const memory = await Memory.open(join(folder, MEMORY_FILE), { notice, now })
    closing.push(() => memory.close())
    const pace = new Pace(world.kind === 'practice' ? world.speed : 1)
    const fromPage: FromPage = { order: () => {} }
    const onOrder = (text: string) => fromPage.order(text)
    if (page) closing.push(await openLivePage(world, options.username, { ...page, onOrder }, pace))
    const post = mcp && (await serveOrders(mcp, options.username, terminal))
    if (post) closing.push(() => post.close())
    notice(announcement(world))
    const host = await openHost(world, options.username, pace)
    closing.push(() => host.close())
    for (const hint of hints(world, options, host, mcp)) notice(hint)
    await liveThere(
      world,
      options,
      { host, pace, memory, terminal, signal, fromPage, post },
      page && { ...page, startedAt },
    )
    const orders = memory.load().length
    const kept =
      orders > 0
        ? `; ${counted(orders, 'order')} ${orders === 1 ? 'stays' : 'stay'} in its memory`
        : ''
    notice(`${options.username} has left${kept}`)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** Where orders from the page go: the companion, once there is one. */
interface FromPage {
  order(text: string): void
}

interface Stage {
  readonly host: WorldHost
  readonly pace: Pace
  readonly memory: Memory
  readonly terminal: Terminal
  readonly signal: AbortSignal
  readonly fromPage: FromPage
  readonly post: OrderPost | null
}

/** @throws NoServer when the companion cannot join, or loses the world for good. */
async function liveThere(
  world: ChosenWorld,
  options: CompanionOptions,
  { host, pace, memory, terminal, signal, fromPage, post }: Stage,
  log: { readonly folder: string; readonly startedAt: string } | null,
): Promise<void> {
  const over = new AbortController()
  const uncaught = new UncaughtErrors(over.signal)
  // The simulation is installed now, which what follows needs.
  const { Companion, companionSettings } = await import('#play/companion')
  const { CompanionDesk, Transcript } = await import('#play/companion-desk')
  const transcript = new Transcript()
  const settings = companionSettings(options)
  const session = log && (await openLog(world, host, settings, log))
  const { username } = options
  let hasJoined = false
  const companion = new Companion({
    connection: host.connection,
    settings,
    clock: host.clock,
    memory,
    onUncaught: uncaught.onError,
    obeys: obedience(world, options),
    readsLines: options.readLines === true,
    onSaid(text) {
      transcript.add(text)
      terminal.print(`<${username}> ${text}`)
    },
    onHeard: (player, text) => terminal.print(`<${player}> ${text}`),
    onUnread: (player) =>
      terminal.note(
        `the server does not say who writes "<${player}> ...", so these lines give no orders; --read-lines obeys them`,
      ),
    onMuted: (reason) => terminal.note(mutedLine(username, reason)),
    onBusy: (isBusy) => keepPace(world, pace, isBusy),
    ...(session && { watchBody: session.watchBody }),
    onEvent(event) {
      session?.record(event)
      if (event.type === 'join') hasJoined = true
      // The command reports a connection that is lost for good.
      if (event.type === 'disconnect' && event.retryTicks !== null)
        terminal.note(
          hasJoined
            ? `connection lost (${plainText(event.reason)}); rejoining`
            : `not let in yet (${plainText(event.reason)}); trying again`,
        )
      if (event.type === 'reconnect') terminal.note('back in the world')
    },
  })
  try {
    await host.run(Promise.race([companion.joined, uncaught.unhandled]))
    keepPace(world, pace, !companion.isIdle)
    fromPage.order = (text) => {
      terminal.print(`<page> ${text}`)
      companion.hear(text, null, true, PAGE)
    }
    post?.open(new CompanionDesk(companion, transcript))
    void followTerminal(terminal, companion)
    if (!signal.aborted) {
      const stopped = [once(signal, 'abort'), ...(post ? [post.abandoned] : [])]
      await host.run(Promise.race([companion.ended, ...stopped, uncaught.unhandled]))
    }
  } finally {
    pace.release()
    await host.run(companion.leave())
    over.abort()
    await session?.close()
  }
  const { end, detail } = await companion.ended
  if (end !== 'stopped')
    throw new NoServer(`${username} is out of the world: ${plainText(detail, REASON_LENGTH)}`)
}

/** What keeps players from reading the companion's chat, and what to do. */
export function mutedLine(username: string, reason: string): string {
  const line = `the server does not deliver the chat of ${username}`
  return refusalOf(reason) === null ? `${line} (${reason})` : `${line}: ${refusalLine(reason)}`
}

/** Reads orders at the terminal. After the last one, the companion leaves as soon as it has nothing to do. */
async function followTerminal(terminal: Terminal, companion: Companion): Promise<void> {
  const hasRead = await terminal.readLines((line) => companion.hear(line, null))
  // Without any line, as under a service manager, the companion stays for the chat.
  if (!hasRead) return
  await companion.whenIdle()
  companion.hear('leave', null)
}

function keepPace(world: ChosenWorld, pace: Pace, isBusy: boolean): void {
  if (world.kind !== 'practice' || (world.speed !== 'max' && world.speed <= IDLE_SPEED)) return
  pace.run(isBusy ? world.speed : IDLE_SPEED)
}

/** Whose chat gives orders. Only this machine can join the practice world. */
function obedience(world: ChosenWorld, { obey }: CompanionOptions): (player: string) => boolean {
  if (!obey) return () => world.kind === 'practice'
  const names = new Set(obey.map((name) => name.toLowerCase()))
  return (player) => names.has(player.toLowerCase())
}

function identityOf(world: ChosenWorld): CompanionWorld {
  if (world.kind === 'practice') return world
  const { host, port, lan } = world
  return lan ? { kind: 'lan', host, name: lan.name } : { kind: 'server', host, port }
}

/** What the command does, and how to choose otherwise. */
function announcement(world: ChosenWorld): string {
  if (world.kind === 'practice')
    return `opening a practice world (Minecraft ${world.version}, seed ${world.seed}, ${world.difficulty}); for a server, add --host and --port`
  const { host, port, lan } = world
  if (!lan) return `joining ${host}:${port}`
  return `joining "${lan.name}", which is open to LAN at ${host}:${port}; for a practice world, add --practice`
}

function hints(
  world: ChosenWorld,
  { obey }: CompanionOptions,
  { connection }: WorldHost,
  mcp: McpAccess | null,
): string[] {
  const { host, port, version } = connection
  const isPractice = world.kind === 'practice'
  const own = mcp?.type === 'stdio' ? 'its MCP client' : 'this terminal'
  const givers = obey
    ? `the companion obeys ${obey.join(', ')} and ${own}`
    : isPractice
      ? 'the companion obeys every player there; to choose, add --obey NAME'
      : `the companion obeys ${own} only; to obey players, add --obey NAME`
  return [
    ...(isPractice
      ? [`to join with Minecraft ${version}: Multiplayer, Direct Connection, ${host}:${port}`]
      : []),
    givers,
    ...(mcp?.type === 'stdio' ? [] : ['type an order, or "help"; Ctrl-C leaves']),
  ]
}

async function openHost(world: ChosenWorld, username: string, pace: Pace): Promise<WorldHost> {
  if (world.kind === 'existing') return openExistingHost({ ...world, username })
  const { port } = world
  const isFree = await canListen(port ?? DEFAULT_PORT)
  if (port !== null && !isFree)
    throw new UsageError(`port ${port} is in use; choose another with --port`)
  return openPracticeHost({ ...world, username, pace, port: isFree ? (port ?? DEFAULT_PORT) : 0 })
}

/** Whether a server can listen on a port of this machine. */
function canListen(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, LOOPBACK, () => server.close(() => resolve(true)))
  })
}

/** Serves the page of the companion's log. @returns what closes it. */
async function openLivePage(
  world: ChosenWorld,
  id: string,
  page: { readonly folder: string; readonly onOrder: (text: string) => void } & WebOptions,
  pace: Pace,
): Promise<() => Promise<void>> {
  const shown = [{ id, folder: resolve(page.folder), settings: null, isOver: false }]
  const isPractice = world.kind === 'practice'
  const server = await openPage(shown, page, process.stderr, {
    pace: isPractice ? pace : null,
    onOrder: page.onOrder,
  })
  return () => server.close()
}

async function openLog(
  world: ChosenWorld,
  { connection, clock }: WorldHost,
  settings: AgentSettings,
  { folder, startedAt }: { readonly folder: string; readonly startedAt: string },
) {
  const { SessionLog, sessionSettings } = await import('#watch/recording/session-log')
  const practice = world.kind === 'practice' ? world : null
  const shown = sessionSettings('play', connection, settings, practice)
  return new SessionLog(folder, shown, clock, { startedAt, purpose: 'orders of people' })
}
