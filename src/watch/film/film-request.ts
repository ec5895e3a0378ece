/** The formats of films by the ends of their files' names, with their pictures per second. */
export const FILM_FORMATS = {
  webm: { picturesPerSecond: 20 },
  webp: { picturesPerSecond: 10 },
  gif: { picturesPerSecond: 10 },
} as const
export type FilmFormat = keyof typeof FILM_FORMATS

/** What a film shows. It is the query of the page's address. */
export interface FilmRequest {
  /** Lets the page send the film to the server. */
  readonly token: string
  readonly format: FilmFormat
  /** Size (pixels). */
  readonly width: number
  readonly height: number
  /** Length of a film of the whole trial (s). */
  readonly seconds: number
  /** First and last tick, and speed (multiples of real time), of a film of a part; null for the whole trial. */
  readonly from: number | null
  readonly to: number | null
  readonly speed: number | null
  /** Of a WebM file. */
  readonly bitsPerSecond: number
  /** The tick of a single picture in place of a film; null for a film. */
  readonly still: number | null
  /** The way of a free camera, as an address names it; null for the camera that follows the agent. */
  readonly camera: string | null
  /** Whether the task, the timer, the milestones and the result are written over the view. */
  readonly titles: boolean
}

const NUMBERS = ['width', 'height', 'seconds', 'bitsPerSecond'] as const
const OPTIONAL = ['from', 'to', 'speed', 'still', 'camera'] as const

/** The query for a film. */
export function filmQuery(request: FilmRequest): string {
  const values = new URLSearchParams({ film: request.token, format: request.format })
  for (const name of [...NUMBERS, ...OPTIONAL])
    if (request[name] !== null) values.set(name, String(request[name]))
  if (!request.titles) values.set('titles', 'no')
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
  const format = values.get('format') ?? ''
  return {
    token,
    format: Object.hasOwn(FILM_FORMATS, format) ? (format as FilmFormat) : 'webm',
    width: number('width') ?? 1280,
    height: number('height') ?? 720,
    seconds: number('seconds') ?? 30,
    bitsPerSecond: number('bitsPerSecond') ?? 2_000_000,
    from: number('from'),
    to: number('to'),
    speed: number('speed'),
    still: number('still'),
    camera: values.get('camera'),
    titles: values.get('titles') !== 'no',
  }
}
