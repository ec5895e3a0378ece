/** The user requests the impossible; the message is one line and says what is possible. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** The server cannot be reached or started; the message says what to do. */
export class NoServer extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NoServer'
  }
}

/**
 * The machine fails rather than the agent, for example with a full disk or a process that cannot start. Earlier results
 * stay; the message is one line.
 */
export class SystemError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SystemError'
  }
}

/** The error of a file that cannot be written. @throws any `error` that is not from the file system. */
export function cannotWrite(path: string, error: unknown): SystemError {
  return new SystemError(`cannot write ${path} (${reasonOf(error)}); what was done stays`, {
    cause: error,
  })
}

/** The short form of a file system error, such as `ENOSPC: no space left on device`. @throws any other error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || !('syscall' in error)) throw error
  return error.message.split(',')[0] ?? error.message
}
