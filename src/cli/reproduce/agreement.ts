import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { UsageError } from '#trial/errors'

/** Whether the user confirms at the terminal. @throws UsageError when there is no terminal. */
export async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new UsageError(
      'there is no terminal for a confirmation; add --yes to play, or --dry-run to print the cost only',
    )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    // Ctrl-C rejects the question; the end of input closes the terminal without an answer.
    const asked = terminal.question('Play these trials? [y/N] ').catch(() => 'no')
    const closed = once(terminal, 'close').then(() => 'no')
    const answer = await Promise.race([asked, closed])
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}
