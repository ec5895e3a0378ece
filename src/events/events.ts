import { z } from 'zod'
import { activities, agentEvents, itemCounts, position } from '#agent/agent-event'
import { callEventSchema } from '#llm/call-event'
import { settingsSchema } from './settings.ts'
import { upgradeEvent } from './upgrade.ts'

/** Version of the event format; it rises when a name or the meaning of a field changes (see {@link upgradeEvent}). */
export const EVENT_VERSION = 2

/**
 * The only fields, anywhere in an event, that come from the wall clock. Two trials with the same
 * settings in the practice world give the same events without them.
 */
export const WALL_FIELDS: readonly string[] = ['wall', 'startedAt', 'latencyMs']

const name = z.string().min(1)

/** The items to hold or wear for the task to be completed. */
const targetSchema = z.object({
  /** A kind or a tag of items. */
  item: name,
  count: z.int().positive(),
  /** Further items to hold, one of each; by default, none. */
  beside: z.array(name).readonly().optional(),
  worn: z.boolean(),
  /** Name of the milestone that means success. */
  milestone: name,
})
export type Target = z.infer<typeof targetSchema>

/** The counts of all items of a target. */
export function targetCounts({ item, count, beside = [] }: Target): Record<string, number> {
  return Object.fromEntries([[item, count], ...beside.map((other) => [other, 1] as const)])
}

/** How a trial ended. */
export const TRIAL_ENDS = [
  'success',
  /** The task's ticks were used up. */
  'limit',
  /** The agent had nothing left to try. */
  'gave-up',
  /** The history has no decision or candidate that `--override-choice` names. */
  'forced-choice-missing',
  /** Ctrl-C or a request to stop. */
  'interrupted',
  /** The server cannot be reached, at the start or after a lost connection. */
  'no-server',
  /** The language model is unavailable: a wrong key, no server, or one that is down. */
  'no-model',
  /** The server banned or kicked the agent. */
  'kicked',
  /** A bug: an unexpected error, or the process is gone. */
  'crash',
  /** The trial exceeds the campaign's limit of wall-clock time. */
  'wall-timeout',
] as const
export type TrialEnd = (typeof TRIAL_ENDS)[number]

const bodies = [
  z.object({
    type: z.literal('trial-start'),
    /** Date and time (ISO 8601). */
    startedAt: z.string(),
    settings: settingsSchema,
    target: targetSchema,
    versions: z.record(name, z.string()),
    cheats: z.literal(false),
  }),
  /** The agent joins for the first time. */
  z.object({
    type: z.literal('join'),
    version: name,
    /** Null when the server does not send it. */
    difficulty: name.nullable(),
    gameMode: name,
    position,
    /** Where new players start; null when the server does not send it. */
    spawnPoint: position.nullable().default(null),
    inventory: itemCounts,
  }),
  /** The server shows the agent an empty world when it joins: a proxy has a queue. The agent waits. */
  z.object({ type: z.literal('login-queue') }),
  /** Others changed the agent's game mode. It waits until it is in survival mode again. */
  z.object({ type: z.literal('game-mode'), mode: name }),
  ...agentEvents,
  z.object({ type: z.literal('milestone'), name }),
  z.object({ type: z.literal('death'), cause: z.string(), position }),
  z.object({
    type: z.literal('disconnect'),
    reason: z.string(),
    kicked: z.boolean(),
    /** Time until the next attempt to join (ticks); null if there is none. Earlier versions did not log it. */
    retryTicks: z.int().nonnegative().nullable().optional(),
  }),
  z.object({ type: z.literal('reconnect'), attempt: z.int().positive() }),
  /** The first chunk that the client cannot read; chunks like it are unknown terrain. */
  z.object({
    type: z.literal('unreadable-chunk'),
    chunkX: z.int(),
    chunkZ: z.int(),
    reason: z.string(),
  }),
  /** The server sends false ores (anti-x-ray): an agent that perceives `loaded` continues as `seen`. */
  z.object({ type: z.literal('false-ores') }),
  /** At the end of a connection: how often the server moved the player to another place than its client. */
  z.object({ type: z.literal('corrections'), count: z.int().positive() }),
  /** A periodic sample of the agent's state. */
  z.object({
    type: z.literal('vitals'),
    health: z.number(),
    food: z.number(),
    position,
    inventory: itemCounts,
    activities,
  }),
  callEventSchema,
  /** A language model's server asks for a pause within a call; the agent waits for it (s). */
  z.object({
    type: z.literal('llm-pause'),
    purpose: name,
    seconds: z.number().nonnegative(),
    host: name,
    detail: z.string(),
  }),
  /** Actions beyond the limits of a vanilla client, counted by the practice world for each limit. */
  z.object({
    type: z.literal('client-limit-violations'),
    violations: z.record(name, z.int().positive()),
  }),
  /**
   * At the end, in a world whose server can be asked: whether the target is held according to the agent's reports, and
   * according to the server's own inventory, which is included.
   */
  z.object({
    type: z.literal('verdict'),
    agent: z.boolean(),
    server: z.boolean(),
    held: itemCounts,
    worn: z.array(name),
  }),
  z.object({ type: z.literal('trial-end'), end: z.enum(TRIAL_ENDS), detail: z.string() }),
] as const

/** The fields of every event. */
const stamp = {
  v: z.literal(EVENT_VERSION),
  /** Game ticks since the trial's start. */
  t: z.int().nonnegative(),
  /** Wall-clock milliseconds since the trial's start. */
  wall: z.number().nonnegative(),
}

const bodySchema = z.discriminatedUnion('type', bodies)

/** One line of `events.jsonl`; lines of earlier versions are upgraded. */
export const eventSchema = z.preprocess(upgradeEvent, bodySchema.and(z.object(stamp)))

/** An event without version and times, which the recorder adds. */
export type EventBody = z.infer<typeof bodySchema>
export type TrialEvent = z.infer<typeof eventSchema>
export type EventOf<T extends EventBody['type']> = Extract<TrialEvent, { type: T }>
