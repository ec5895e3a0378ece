/** No answer is read further than this, whatever it is made of (bytes). */
const MAX_BYTES = 16 * 1024 * 1024

type Dispatcher = NonNullable<RequestInit['dispatcher']>

let patient: Dispatcher | undefined

/** Node's own HTTP client, which it exports nowhere, without its limit on silence of five minutes: ours is the one that is set. */
function patientDispatcher(): Dispatcher | undefined {
  if (patient) return patient
  // Makes Node load its client.
  void globalThis.Response
  const symbol = Symbol.for('undici.globalDispatcher.1')
  const given = (globalThis as unknown as Record<symbol, Dispatcher | undefined>)[symbol]
  type Agent = new (options: { headersTimeout: number; bodyTimeout: number }) => Dispatcher
  if (given) patient = new (given.constructor as Agent)({ headersTimeout: 0, bodyTimeout: 0 })
  return patient
}

/**
 * `fetch` for servers that are not trusted: a body that never ends does not fill the memory.
 * @param onLife Told whenever something comes over the connection, whatever it is.
 */
export async function limitedFetch(
  input: string | URL | Request,
  init: RequestInit | undefined,
  onLife: () => void,
): Promise<Response> {
  const dispatcher = patientDispatcher()
  // A redirect would carry the key to wherever the server points.
  const response = await fetch(input, {
    ...init,
    ...(dispatcher && { dispatcher }),
    redirect: 'error',
  })
  onLife()
  if (!response.body) return response
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onLife()
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) controller.error(new Error(`the answer passes ${MAX_BYTES} bytes`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers })
}
