import { CommanderError } from 'commander'
import { NoServer, SystemError, UsageError } from '#trial/errors'
import { FolderInUse } from '#trial/folder-lock'
import { plainError, plainText } from '#wire/plain-text'
import { addCompletion } from './completion.ts'
import { EXIT } from './exit-codes.ts'
import { withoutOldNames } from './old-options.ts'
import { missingPackageAdvice } from './optional-packages.ts'
import { createProgram } from './program.ts'

/** Longest message of an expected error (characters). */
const MESSAGE_LENGTH = 1000

/**
 * Runs one command of `delver`.
 * @param args The arguments after the program's name.
 * @param launcher The script that was started; processes that play trials are started with it too.
 * @returns The exit code.
 */
export async function main(args: readonly string[], launcher: string): Promise<number> {
  let code: number = EXIT.success
  const program = createProgram(launcher, (chosen) => {
    code = chosen
  })
  try {
    await addCompletion(program, args[0] === 'complete')
    const named = withoutOldNames(args, (notice) => console.error(notice))
    await program.parseAsync(named, { from: 'user' })
    return code
  } catch (error) {
    return report(error)
  }
}

/** Prints an error, in one line unless it is a bug. @returns its exit code. */
function report(error: unknown): number {
  // Commander has printed its own message, or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage
  if (error instanceof UsageError) {
    console.error(`error: ${plainText(error.message, MESSAGE_LENGTH)}`)
    return EXIT.usage
  }
  if (error instanceof FolderInUse) {
    console.error(`error: ${plainText(error.message, MESSAGE_LENGTH)}`)
    return EXIT.inUse
  }
  const advice = missingPackageAdvice(error)
  if (advice !== undefined) {
    console.error(`error: ${advice}`)
    return EXIT.infrastructure
  }
  const isExpected = error instanceof NoServer || error instanceof SystemError
  console.error(
    isExpected ? `error: ${plainText(error.message, MESSAGE_LENGTH)}` : plainError(error),
  )
  return EXIT.infrastructure
}
