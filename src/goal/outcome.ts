/** Why a skill did not reach its goal. */
export const FAILURE_KINDS = [
  'missing-tool',
  'missing-station',
  'missing-material',
  'no-table',
  'no-furnace',
  'no-fuel',
  'not-found',
  'unreachable',
  'timeout',
  'died',
  'hurt',
  'inventory-full',
  'interrupted',
  'disconnected',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

export interface Failure {
  readonly kind: FailureKind
  /** The cause in a few words, for the descriptor and the log. */
  readonly detail: string
}

export type Outcome = { readonly ok: true } | { readonly ok: false; readonly failure: Failure }

export const succeeded: Outcome = { ok: true }

export function failed(kind: FailureKind, detail: string): Outcome {
  return { ok: false, failure: { kind, detail } }
}
