import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { linesOf } from '#env/lines'
import { plainText } from '#wire/plain-text'

/** Limit on a printed line (characters). */
const MAX_LINE = 600

const CLEAR_LINE = '\r\u001b[K'

/** Where a person at the terminal reads what the companion says, and types orders. */
export interface Terminal {
  /** Prints what is said in the world. */
  print(text: string): void
  /** Prints a note of the command, to standard error. */
  note(text: string): void
  /** Calls back with each typed line. @returns whether there was any, once the input has ended. */
  readLines(onLine: (line: string) => void): Promise<boolean>
  close(): void
}

/** The terminal of this process; for other streams, plain lines. */
export function openTerminal(): Terminal {
  return process.stdin.isTTY && process.stdout.isTTY ? promptingTerminal() : plainTerminal()
}

/** Standard error in place of a terminal, where standard input and output belong to a program. */
export function notesOnly(): Terminal {
  return { print: note, note, readLines: async () => false, close: () => {} }
}

function plainTerminal(input: Readable = process.stdin): Terminal {
  return {
    print: (text) => console.log(plainText(text, MAX_LINE)),
    note,
    async readLines(onLine) {
      let hasRead = false
      for await (const line of linesOf(input)) {
        if (line === null || line.trim() === '') continue
        hasRead = true
        onLine(line)
      }
      return hasRead
    },
    close: () => void input.destroy(),
  }
}

/** A terminal that keeps the typed line below what is printed. */
export function promptingTerminal(
  input: Readable = process.stdin,
  output: Writable = process.stdout,
): Terminal {
  const lines = createInterface({ input, output, prompt: '> ' })
  // In this mode the terminal does not send the signal itself.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  let isReading = false
  // People type as soon as they are asked to, which may be before the companion has joined.
  const early: string[] = []
  const keep = (line: string) => void early.push(line)
  lines.on('line', keep)
  const ended = Promise.withResolvers<boolean>()
  let isClosed = false
  lines.on('close', () => {
    isReading = false
    isClosed = true
    ended.resolve(true)
  })
  const above = (print: () => void) => {
    output.write(CLEAR_LINE)
    print()
    if (isReading) lines.prompt(true)
  }
  return {
    print: (text) => above(() => console.log(plainText(text, MAX_LINE))),
    note: (text) => above(() => note(text)),
    readLines(onLine) {
      isReading = !isClosed
      const take = (line: string) => {
        if (line.trim() !== '') onLine(line)
        if (isReading) lines.prompt()
      }
      lines.off('line', keep)
      lines.on('line', take)
      if (isReading) lines.prompt()
      for (const line of early.splice(0)) take(line)
      return ended.promise
    },
    close() {
      isReading = false
      lines.close()
      output.write(CLEAR_LINE)
    },
  }
}

function note(text: string): void {
  console.error(plainText(text, MAX_LINE))
}
