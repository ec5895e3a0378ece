import type { ItemCounts } from '#goal/goal'
import type { JobContext } from '#life/jobs'
import type { Job, JobFailure, JobFailureKind, JobResult, Workplace } from '#life/resident'
import { plainText } from '#wire/plain-text'
import { capitalized } from '#wire/wording'
import type { NamedPlace, Spot } from './memory.ts'
import type { Ending, OrderProgress } from './order-queue.ts'
import { orderTitle, type TaskOrder } from './orders.ts'
import type { SchematicShelf } from './schematics/shelf.ts'

/** Limit on one order to obtain items (game ticks): an hour. */
export const OBTAIN_TICKS = 72_000

/** What the execution of an order works with. */
export interface OrderRun {
  readonly jobs: JobContext
  /** Fires when the order is interrupted or dropped. */
  readonly signal: AbortSignal
  readonly progress: OrderProgress | null
  perform(job: Job): Promise<JobResult>
  wait(ticks: number): Promise<void>
  held(): ItemCounts
  workplace(): Workplace | null
  place(name: string): NamedPlace | undefined
  /** The player that gave the order; null for the terminal. */
  readonly by: string | null
  /** Remembers a place, in place of one with the same name. */
  remember(place: NamedPlace): void
  /** Where the agent is. */
  here(): Spot | undefined
  /** Where a player was in sight last. */
  lastSeen(player: string): Spot | undefined
  /** Writes down what is achieved. */
  note(progress: OrderProgress): void
  /** What the agent can build. */
  readonly schematics: SchematicShelf
  /** Says something about the order while it is carried out. */
  say(text: string): void
}

/** Thrown where the order was interrupted or the agent has left: nothing is over. */
export class Interrupted extends Error {}

/** What a person can do about a failure. */
const REMEDIES: Readonly<Partial<Record<JobFailureKind, string>>> = {
  'missing-tool': 'Order the tool first.',
  'missing-material': 'Order the materials first, or give them to me.',
  'not-found': 'Show me another area.',
  unreachable: 'Lead me there with "follow me", or clear a way.',
  'inventory-full': 'Let me store things: "put everything in the chest".',
  'gave-up': 'Take me to other terrain, and order it again.',
  'out-of-time': 'Order it again; I keep what I have.',
  died: 'Order it again.',
  hurt: 'Order it again by day, or give me armour and food.',
  unconfirmed: 'Ask "what do you have", and order it again.',
  crash: 'That is a bug of mine; other orders still work.',
}

/**
 * The ending of a job that failed.
 * @throws Interrupted when it was stopped, or the agent has left.
 */
export function failedWith({ kind, detail }: JobFailure): Ending {
  if (kind === 'stopped' || kind === 'disconnected') throw new Interrupted(detail)
  const remedy = REMEDIES[kind]
  return { ok: false, text: `${plainText(detail, 140)}.${remedy ? ` ${remedy}` : ''}` }
}

/** What the agent says about an order that failed. */
export function failureText(order: TaskOrder, { text }: Ending): string {
  return `I could not ${orderTitle(order)}. ${capitalized(text)}`
}

/**
 * The ending of a job.
 * @param text what to say about its success.
 * @throws Interrupted when it was stopped, or the agent has left.
 */
export function endingOf({ failure }: JobResult, text: string): Ending {
  return failure ? failedWith(failure) : { ok: true, text }
}
