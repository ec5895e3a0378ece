import { type FaultWorld, Recurring } from './fault.ts'

/** How often the server is full before it lets a player in. */
const FULL_JOINS = 2
/** Time between two kicks (ticks). */
const KICK_PAUSE = [2000, 5000] as const
const KICK_REASONS = [
  'Server is restarting',
  'Timed out',
  'Internal Exception: java.io.IOException: Connection reset by peer',
] as const

/** The server is full when a player joins for the first times. */
export function full({ hooks }: FaultWorld): void {
  const tries = new Map<string, number>()
  hooks.refuse((name) => {
    const before = tries.get(name) ?? 0
    tries.set(name, before + 1)
    return before < FULL_JOINS ? 'The server is full!' : undefined
  })
}

/** The server kicks everybody now and then, and lets them in again where they were. */
export function kick({ hooks, players, time, random }: FaultWorld): void {
  hooks.keepsPlaces = true
  const due = new Recurring(random, ...KICK_PAUSE)
  time.everyTick(() => {
    if (!due.step()) return
    const reason = KICK_REASONS[Math.floor(random() * KICK_REASONS.length)] ?? KICK_REASONS[0]
    for (const player of [...players]) player.kick(reason)
  })
}
