import type { Capabilities, Refusal } from './api.ts'
import type { ServerSettings } from './server-settings.ts'
import type { TransportRequest } from './transport.ts'

/** A part of requests that a server may refuse. */
export interface OptionalPart {
  /** Matches the name of the refused parameter or, where the server names none, its message. */
  readonly pattern: RegExp
  /** Whether the pattern is for the message alone. */
  readonly isMessage?: boolean
  isIn(request: TransportRequest, settings: ServerSettings): boolean
}

/** Parts that every API has. */
type CommonPart = 'stream' | 'schema' | 'tools'

/** The parts of an API that a server has refused. Servers and models differ, and only a refusal reveals it. */
export class Unsupported<Own extends string> {
  readonly #parts: readonly (readonly [Own | CommonPart, OptionalPart])[]
  readonly #refused = new Set<Own | CommonPart>()

  /** @param parts in the order in which a refusal is compared with them. */
  constructor(parts: Readonly<Record<Own | CommonPart, OptionalPart>>) {
    this.#parts = Object.entries(parts) as [Own | CommonPart, OptionalPart][]
  }

  has(name: Own | CommonPart): boolean {
    return this.#refused.has(name)
  }

  /**
   * What the server takes of the parts that every API has.
   * @param stream whether answers are to be streamed
   */
  capabilities(stream: boolean): Capabilities {
    return {
      streams: stream && !this.has('stream'),
      schemas: !this.has('schema'),
      tools: !this.has('tools'),
    }
  }

  /** @returns whether the refusal is about a part of the request that was not refused before. */
  learn(
    { message, parameter }: Refusal,
    request: TransportRequest,
    settings: ServerSettings,
  ): boolean {
    const found = this.#parts.find(
      ([name, { pattern, isMessage, isIn }]) =>
        !this.#refused.has(name) &&
        pattern.test(isMessage ? message : (parameter ?? message)) &&
        isIn(request, settings),
    )
    if (found) this.#refused.add(found[0])
    return found !== undefined
  }
}
