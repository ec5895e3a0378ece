/** Pictures per second of a film. */
export const FILM_FPS = 20

/** What a film shows. It is the query of the page's address. */
export interface FilmRequest {
  /** Lets the page send the film to the server. */
  readonly token: string
  /** Size (pixels). */
  readonly width: number
  readonly height: number
  /** Length of a film of the whole trial (s). */
  readonly seconds: number
  /** First and last tick, and speed (multiples of real time), of a film of a part; null for the whole trial. */
  readonly from: number | null
  readonly to: number | null
  readonly speed: number | null
  readonly bitsPerSecond: number
  /** The tick of a single picture in place of a film; null for a film. */
  readonly still: number | null
}

const NUMBERS = ['width', 'height', 'seconds', 'bitsPerSecond'] as const
const OPTIONAL = ['from', 'to', 'speed', 'still'] as const

/** The query for a film. */
export function filmQuery(request: FilmRequest): string {
  const values = new URLSearchParams({ film: request.token })
  for (const name of [...NUMBERS, ...OPTIONAL])
    if (request[name] !== null) values.set(name, String(request[name]))
  return values.toString()
}

/** Reads the query of an address; null if it asks for no film. */
export function filmRequest(query: string): FilmRequest | null {
  const values = new URLSearchParams(query)
  const token = values.get('film')
  if (token === null) return null
  const number = (name: string) => {
    const value = values.get(name)
    return value === null || !Number.isFinite(Number(value)) ? null : Number(value)
  }
  return {
    token,
    width: number('width') ?? 1280,
    height: number('height') ?? 720,
    seconds: number('seconds') ?? 30,
    bitsPerSecond: number('bitsPerSecond') ?? 2_000_000,
    from: number('from'),
    to: number('to'),
    speed: number('speed'),
    still: number('still'),
  }
}
