/** Why a skill was interrupted. */
export type InterruptKind = 'timeout' | 'interrupted' | 'died' | 'hurt' | 'disconnected'

/** The reason of every AbortSignal that the body and the skills receive. */
export class Interrupt extends Error {
  readonly kind: InterruptKind

  constructor(kind: InterruptKind, detail: string) {
    super(detail)
    this.name = 'Interrupt'
    this.kind = kind
  }
}

/** Settles like `work`. If the signal fires first, it rejects with the signal's reason. */
export function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
