import type { ServerResponse } from 'node:http'

/** What is answered at once, and not as a stream. */
export interface Reply {
  readonly status?: number
  readonly type: string
  readonly body: string | Buffer
}

/** Scripts and styles of ours alone, nothing inline, no connection to anywhere else. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What every answer says. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

export function json(value: unknown, status = 200): Reply {
  return { status, type: 'application/json', body: JSON.stringify(value) }
}

export function answer(response: ServerResponse, { status = 200, type, body }: Reply): void {
  const length = String(Buffer.byteLength(body))
  response.writeHead(status, { ...HEADERS, 'content-type': type, 'content-length': length })
  response.end(body)
}
