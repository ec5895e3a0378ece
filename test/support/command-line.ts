import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { main } from '#cli/main'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))

/** What commands listen to for as long as their process lives. */
const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']

export interface CommandOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command of `delver` in this process, and keeps what it writes. */
export async function runCommand(...args: readonly string[]): Promise<CommandOutcome> {
  const stdout: string[] = []
  const stderr: string[] = []
  const note = (lines: string[]) => (text: unknown) => {
    lines.push(String(text).trimEnd())
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(note(stdout))
  vi.spyOn(process.stderr, 'write').mockImplementation(note(stderr))
  vi.spyOn(console, 'log').mockImplementation(note(stdout))
  vi.spyOn(console, 'error').mockImplementation(note(stderr))
  const events: NodeJS.EventEmitter = process
  const listening = EVENTS.map((event) => events.rawListeners(event))
  try {
    const code = await main(args, LAUNCHER)
    return { code, stdout: stdout.join('\n'), stderr: stderr.join('\n') }
  } finally {
    vi.restoreAllMocks()
    // A separate process would have ended.
    for (const [index, event] of EVENTS.entries())
      for (const listener of events.rawListeners(event) as (() => void)[])
        if (!listening[index]?.includes(listener)) events.off(event, listener)
  }
}
