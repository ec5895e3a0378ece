import type { Field } from './field.ts'

/** Where the agent grows crops. */
export class FarmState {
  #field: Field | undefined

  get field(): Field | undefined {
    return this.#field
  }

  use(field: Field): void {
    this.#field = field
  }

  abandon(): void {
    this.#field = undefined
  }
}
