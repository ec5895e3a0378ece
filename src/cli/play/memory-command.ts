import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Argument, Command } from 'commander'
import { didYouMean } from '#knowledge/suggestions'
import {
  companionFolder,
  companionNames,
  lockCompanion,
  MEMORY_FILE,
} from '#play/companion-folders'
import { MEMORY_KINDS, Memory, type MemoryKind } from '#play/memory'
import { memoryText } from '#play/memory-text'
import { SystemError, UsageError } from '#trial/errors'
import { plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'

const notice = (text: string) => console.error(text)

/** `delver memory`: what companions remember between runs. */
export function memoryCommand(): Command {
  const command = new Command('memory').description('Show or erase what companions remember.')
  command
    .command('show')
    .description('List the companions, or show what one remembers.')
    .argument('[companion]', 'name from the list')
    .action(async (name: string | undefined) => {
      if (name === undefined) return list()
      const memory = await Memory.read(fileOf(name), { notice }).catch((error: Error) => {
        throw new SystemError(`cannot read the memory of ${name} (${plainText(error.message)})`)
      })
      console.log(memoryText(memory))
      memory.close()
    })
  command
    .command('forget')
    .description('Erase what a companion remembers, all of it or one kind.')
    .argument('<companion>', 'name from `delver memory show`')
    .addArgument(new Argument('[kind]', 'kind of memories').choices(MEMORY_KINDS))
    .action(async (name: string, kind: MemoryKind | undefined) => {
      const file = fileOf(name)
      const lock = lockCompanion(name)
      try {
        if (kind === undefined) {
          for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
          console.log(`${name} remembers nothing`)
          return
        }
        const memory = await Memory.open(file, { notice })
        console.log(`${name} forgot ${counted(memory.forgetAll(kind), 'row')} of ${kind}`)
        memory.close()
      } finally {
        lock.release()
      }
    })
  return command
}

function list(): void {
  const names = companionNames()
  console.log(names.length > 0 ? names.join('\n') : 'no companion has a memory; start delver play')
}

/** The file of a companion that has one. @throws UsageError */
function fileOf(name: string): string {
  const names = companionNames()
  if (!names.includes(name))
    throw new UsageError(
      `no companion "${plainText(name)}" has a memory, see delver memory show${didYouMean(name, names)}`,
    )
  return join(companionFolder(name), MEMORY_FILE)
}
