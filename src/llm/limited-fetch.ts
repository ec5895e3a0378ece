/** No answer is read further than this, whatever it is made of (bytes). */
const MAX_BYTES = 16 * 1024 * 1024

/** `fetch` for servers that are not trusted: a body that never ends does not fill the memory. */
export async function limitedFetch(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  // A redirect would carry the key to wherever the server points.
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (!response.body) return response
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) controller.error(new Error(`the answer passes ${MAX_BYTES} bytes`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers })
}
