/**
 * The machine failed, not the agent: a full disk, a process that cannot be started. What was done stays;
 * the message is one line.
 */
export class SystemError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SystemError'
  }
}

/** What a file that cannot be written comes to. @throws whatever is no error of the file system. */
export function cannotWrite(path: string, error: unknown): SystemError {
  return new SystemError(`cannot write ${path} (${reasonOf(error)}); what was done stays`, {
    cause: error,
  })
}

/** An error of the file system in a few words, such as `ENOSPC: no space left on device`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || !('syscall' in error)) throw error
  return error.message.split(',')[0] ?? error.message
}
