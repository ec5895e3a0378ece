/** The user asked for something that cannot be; the message is one line and says what can. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
