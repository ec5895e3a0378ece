import { Command, CommanderError } from 'commander'
import { FolderInUse } from '#trial/folder-lock'
import { SystemError } from '#trial/system-error'
import { UsageError } from '#trial/usage-error'
import { delverVersion } from '#trial/versions'
import { NoServer } from '#trial/world-host'
import { plainError, plainText } from '#wire/plain-text'
import { doctorCommand } from './doctor-command.ts'
import { EXIT } from './exit-codes.ts'
import { planCommand } from './plan-command.ts'
import { replayCommand } from './replay-command.ts'
import { reportCommand } from './report-command.ts'
import { reproduceCommand } from './reproduce/reproduce-command.ts'
import { selectorCommand } from './selector/selector-command.ts'
import { textcraftCommand } from './textcraft-command.ts'
import { trialCommand } from './trial-command.ts'
import { trialProcessCommand } from './trial-process-command.ts'
import { trialsCommand } from './trials-command.ts'
import { workerCommand } from './worker-command.ts'
import { worldCommand } from './world-command.ts'

/** Longest message of an error that is expected (characters). */
const MESSAGE_LENGTH = 1000

/**
 * Runs one command of `delver`.
 * @param args What stands after the program's name.
 * @param launcher The script that was started, with which processes for trials are started too.
 * @returns The exit code.
 */
export async function main(args: readonly string[], launcher: string): Promise<number> {
  let code: number = EXIT.obtained
  const onExit = (chosen: number) => {
    code = chosen
  }
  const program = new Command('delver')
    .description('A Minecraft agent that plans, acts, explains its failures and plans again')
    .version(delverVersion())
    .addHelpText('after', '\nTry: delver trial obtain_diamond')
  const groups: Readonly<Record<string, readonly Command[]>> = {
    'Play:': [
      trialCommand(onExit),
      trialsCommand(launcher, onExit),
      workerCommand(launcher),
      textcraftCommand(onExit),
      reproduceCommand(launcher, onExit),
    ],
    'See what came of it:': [replayCommand(), reportCommand()],
    'Learn from it:': [selectorCommand(launcher, onExit)],
    'Look into it:': [planCommand(onExit), worldCommand(), doctorCommand(onExit)],
  }
  const commands = Object.values(groups).flat()
  const trialProcess = trialProcessCommand(onExit)
  const all = [program, trialProcess, ...commands.flatMap((one) => [one, ...one.commands])]
  for (const command of all)
    command.exitOverride().configureOutput({
      outputError: (text, write) => write(`${text.trim().replaceAll('\n', ' ')}\n`),
    })
  for (const [heading, members] of Object.entries(groups))
    for (const command of members) program.addCommand(command.helpGroup(heading))
  program.addCommand(trialProcess, { hidden: true })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    return report(error)
  }
}

/** Says what went wrong, in one line unless it is a bug, and gives the exit code for it. */
function report(error: unknown): number {
  // Commander has printed its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.obtained : EXIT.usage
  if (error instanceof UsageError) {
    console.error(`error: ${plainText(error.message, MESSAGE_LENGTH)}`)
    return EXIT.usage
  }
  if (error instanceof FolderInUse) {
    console.error(`error: ${plainText(error.message, MESSAGE_LENGTH)}`)
    return EXIT.inUse
  }
  const isExpected = error instanceof NoServer || error instanceof SystemError
  console.error(
    isExpected ? `error: ${plainText(error.message, MESSAGE_LENGTH)}` : plainError(error),
  )
  return EXIT.infrastructure
}
