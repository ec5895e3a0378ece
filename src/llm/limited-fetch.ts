/** Largest response that is read (bytes). */
const MAX_BYTES = 16 * 1024 * 1024

type Dispatcher = NonNullable<RequestInit['dispatcher']>

let patient: Dispatcher | undefined

/** Node's own HTTP client, which Node does not export, without its limit of five minutes on silence; `Watch` has ours. */
function patientDispatcher(): Dispatcher | undefined {
  if (patient) return patient
  // Accessing Response makes Node load its client.
  void globalThis.Response
  const symbol = Symbol.for('undici.globalDispatcher.1')
  const given = (globalThis as unknown as Record<symbol, Dispatcher | undefined>)[symbol]
  type Agent = new (options: { headersTimeout: number; bodyTimeout: number }) => Dispatcher
  if (given) patient = new (given.constructor as Agent)({ headersTimeout: 0, bodyTimeout: 0 })
  return patient
}

/**
 * `fetch` for untrusted servers: it limits the size of a response.
 * @param onLife called whenever data arrives over the connection.
 */
export async function limitedFetch(
  input: string | URL | Request,
  init: RequestInit | undefined,
  onLife: () => void,
): Promise<Response> {
  const dispatcher = patientDispatcher()
  // A redirect would send the key to another server.
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
      if (bytes > MAX_BYTES) controller.error(new Error(`the answer exceeds ${MAX_BYTES} bytes`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers })
}
