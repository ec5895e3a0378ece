/** How a program ended. */
export interface ProgramEnd {
  readonly end: 'finished' | 'assert' | 'fault' | 'limit'
  readonly detail: string
}

/** Thrown to stop a program. */
export class Halt extends Error {
  readonly end: ProgramEnd['end']

  constructor(end: ProgramEnd['end'], detail: string) {
    super(detail)
    this.name = 'Halt'
    this.end = end
  }
}
