import type { IncomingMessage } from 'node:http'

const LONGEST = 1000

/** The JSON that a request brings; undefined when it is none, or longer than anything of ours. */
export async function requestBody(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) {
    text += piece
    if (text.length > LONGEST) return undefined
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
