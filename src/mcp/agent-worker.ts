/** Runs the agents, and the practice world if they live in one, in their own thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { Pace } from '#clock/pace'
import type { Settings } from '#events/settings'
import { NoServer } from '#trial/errors'
import { openExistingHost } from '#trial/existing-host'
import { openPracticeHost } from '#trial/practice-host'
import { UncaughtErrors } from '#trial/uncaught-errors'
import type { WorldHost } from '#trial/world-host'
import type { SessionLog } from '#watch/recording/session-log'
import { plainError } from '#wire/plain-text'
import type { AgentSession } from './agent-session.ts'
import type { AgentsOptions, FromAgents, ToAgents } from './protocol.ts'

/** Speed while no agent has a job: that of the real game, so that an agent that thinks does not miss the day. */
const IDLE_SPEED = 1

const options = workerData as AgentsOptions
const port = parentPort
const send = (message: FromAgents) => port?.postMessage(message)

async function openHost(pace: Pace): Promise<WorldHost> {
  const { world, usernames } = options
  const [username = 'Delver'] = usernames
  if (world.kind === 'existing') return openExistingHost({ ...world, username })
  return openPracticeHost({ ...world, username, pace })
}

async function run(): Promise<void> {
  const speed = options.world.kind === 'practice' ? options.world.speed : 1
  const idleSpeed = speed === 'max' ? IDLE_SPEED : Math.min(speed, IDLE_SPEED)
  const pace = new Pace(speed)
  const host = await openHost(pace)
  const over = new AbortController()
  const uncaught = new UncaughtErrors(over.signal)
  uncaught.unhandled.catch((error: unknown) => send({ type: 'notice', text: plainError(error) }))
  // The simulation is installed now, which what follows needs.
  const { SessionLog, sessionSettings } = await import('#watch/recording/session-log')
  const { AgentSession } = await import('./agent-session.ts')
  const { agentSettings } = await import('#api/play-options')
  const settings = agentSettings(options.settings)
  const sessions = new Map<string, AgentSession>()
  const keepPace = () =>
    pace.run([...sessions.values()].some(({ isBusy }) => isBusy) ? speed : idleSpeed)
  const logs: SessionLog[] = []
  const openLog = (folder: string, shown: Settings) =>
    new SessionLog(folder, shown, host.clock, {
      startedAt: options.logs?.startedAt ?? '',
      purpose: 'jobs of a client',
    })
  for (const [index, username] of options.usernames.entries()) {
    const folder = options.logs?.folders[index]
    const { world } = options
    const place = world.kind === 'practice' ? world : null
    const connection = { ...host.connection, username }
    const shown = sessionSettings('mcp', connection, settings, place)
    const log = folder === undefined ? null : openLog(folder, shown)
    if (log) logs.push(log)
    const session = new AgentSession({
      connection,
      settings,
      clock: host.clock,
      onUncaught: uncaught.onError,
      ...(host.carriedBy && { carried: () => host.carriedBy?.(username) ?? null }),
      onJob(job) {
        keepPace()
        send({ type: 'job', job })
      },
      onEvent: (event) => log?.record(event),
      ...(log && { watchBody: log.watchBody }),
    })
    sessions.set(username, session)
  }
  const closed = Promise.withResolvers<void>()
  port?.on('message', (message: ToAgents) => {
    if (message.type === 'close') closed.resolve()
    else void answer(sessions, message, keepPace)
  })
  const { version, host: address, port: number } = host.connection
  const joined = Promise.all([...sessions.values()].map((session) => session.joined()))
  await host.run(joined).catch(async (error: unknown) => {
    await host.close()
    throw error
  })
  send({ type: 'ready', version, address: `${address}:${number}` })
  keepPace()
  await host.run(
    closed.promise.then(async () => {
      pace.release()
      await Promise.all([...sessions.values()].map((session) => session.leave()))
    }),
  )
  over.abort()
  await Promise.all(logs.map((log) => log.close()))
  await host.close()
  port?.close()
}

async function answer(
  sessions: ReadonlyMap<string, AgentSession>,
  { id, agent, method, args }: Extract<ToAgents, { type: 'call' }>,
  keepPace: () => void,
): Promise<void> {
  try {
    const session = sessions.get(agent)
    if (!session) throw new RangeError(`no agent ${agent}`)
    // The arguments are those of the method: the proxy's types say so.
    const call = session[method].bind(session) as (...given: readonly unknown[]) => Promise<unknown>
    send({ type: 'answer', id, value: await call(...args) })
    keepPace()
  } catch (error) {
    send({ type: 'error', id, reason: plainError(error) })
  }
}

run().catch((error: unknown) => {
  const expected = error instanceof NoServer
  send({ type: 'failed', expected, reason: expected ? error.message : plainError(error) })
  port?.close()
})
