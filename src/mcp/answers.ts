import type { Evidence } from '#life/resident'
import type { Answer, JobView, TroubleKind } from './protocol.ts'
import { countsLine } from './surroundings.ts'

/** What an MCP tool returns. */
export interface ToolResult {
  readonly content: (
    | { type: 'text'; text: string }
    | { type: 'image'; data: string; mimeType: string }
  )[]
  readonly isError?: boolean
  readonly [key: string]: unknown
}

/** What a client can do about a failure, by its kind. */
const SUGGESTIONS: Readonly<Record<TroubleKind, string>> = {
  'missing-tool': 'obtain the tool first, or use obtain for the whole task',
  'missing-station':
    'obtain or build what the reason names first, or use obtain for the whole task',
  'missing-material': 'obtain the materials first; plan shows them',
  'no-table': 'obtain a crafting_table, then repeat',
  'no-furnace': 'obtain a furnace, then repeat',
  'no-fuel': 'obtain coal or charcoal, then repeat',
  'not-found': 'go somewhere else, then repeat',
  unreachable: 'go to another place first, or name another target',
  timeout: 'repeat, or go to another place first',
  died: 'repeat; the agent respawned and fetches its items if they are worth it',
  hurt: 'look for monsters, go away from them, then repeat',
  'inventory-full': 'store items in a chest, then repeat',
  interrupted: 'repeat',
  disconnected: 'repeat in a minute; the agent rejoins by itself',
  'gave-up': 'read the reason; other terrain helps only if something was not found',
  'out-of-time': 'repeat; what was gained is kept',
  stopped: 'start another job',
  unconfirmed: 'check inventory and status, then repeat',
  crash: 'report this as a bug of Delver; other jobs still work',
  'bad-request': 'correct the arguments',
  busy: 'use wait for its end, or stop it',
  'no-server': 'check that the server is up, then repeat',
}

/** An answer that needs no job. */
export function answered(answer: Answer): ToolResult {
  return { ...said(answerText(answer)), ...(!answer.ok && { isError: true }) }
}

/** The text of an answer, or of a failure in its place. */
export function answerText(answer: Answer): string {
  return answer.ok ? answer.text : failureText(answer.kind, answer.detail)
}

export function said(text: string): ToolResult {
  return { content: [{ type: 'text', text }] }
}

/** An answer with one more line. */
export function withLine(result: ToolResult, line: string): ToolResult {
  return { ...result, content: [...result.content, { type: 'text', text: line }] }
}

/** An answer with a picture (JPEG). */
export function withImage(result: ToolResult, jpeg: Buffer): ToolResult {
  const image = { type: 'image' as const, data: jpeg.toString('base64'), mimeType: 'image/jpeg' }
  return { ...result, content: [...result.content, image] }
}

/** A typed failure with a suggestion. */
export function failure(kind: TroubleKind, detail: string): ToolResult {
  return { ...said(failureText(kind, detail)), isError: true }
}

function failureText(kind: TroubleKind, detail: string): string {
  return `failed (${kind}): ${detail}\nsuggestion: ${SUGGESTIONS[kind]}`
}

/** What shows a success, in words. */
const EVIDENCE: Readonly<Record<Evidence, string>> = {
  inventory: "the server's inventory shows it",
  place: "the agent's place shows it",
  skill: 'the agent saw it; no inventory shows it',
}

/**
 * A job as an answer: the verdict of the server's inventory, what changed, and the time. A job that is still running is
 * never reported as a success.
 * @param page address of the live page; null for none.
 */
export function jobAnswer(job: JobView, page: string | null): ToolResult {
  const { report, id, title } = job
  const link = page === null ? [] : [`page: ${page}`]
  if (!report)
    return said(
      [
        `running: job ${id} (${title}), ${job.ticks} ticks so far, now ${job.step}`,
        `use wait with job ${id} for its end`,
        ...link,
      ].join('\n'),
    )
  const { trouble, shownBy, gained, lost, ticks, held } = report
  const verdict = trouble
    ? `failed (${trouble.kind}): ${title}: ${trouble.detail}`
    : `done: ${title}; ${EVIDENCE[shownBy]}`
  const text = [
    verdict,
    ...(trouble ? [`suggestion: ${SUGGESTIONS[trouble.kind]}`] : []),
    ...(held ? [`holds: ${held.item} ${held.count}`] : []),
    `gained: ${countsLine(gained)}; lost: ${countsLine(lost)}`,
    `ticks: ${ticks}`,
    ...link,
  ].join('\n')
  return { ...said(text), ...(trouble && { isError: true }) }
}
