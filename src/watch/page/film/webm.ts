/** An encoded picture of a film. */
export interface EncodedPicture {
  readonly data: Uint8Array<ArrayBuffer>
  /** When it is shown (ms). */
  readonly ms: number
  /** Whether it can be decoded without others. */
  readonly isKey: boolean
}

export interface WebmFormat {
  /** `V_VP8` or `V_VP9`. */
  readonly codec: string
  readonly width: number
  readonly height: number
  /** Length of the film (ms). */
  readonly ms: number
}

type Bytes = Uint8Array<ArrayBuffer>

/** Ids of the elements of WebM that a film without sound needs (https://www.webmproject.org/docs/container/). */
const ID = {
  EBML: 0x1a45dfa3,
  EBMLVersion: 0x4286,
  EBMLReadVersion: 0x42f7,
  EBMLMaxIDLength: 0x42f2,
  EBMLMaxSizeLength: 0x42f3,
  DocType: 0x4282,
  DocTypeVersion: 0x4287,
  DocTypeReadVersion: 0x4285,
  Segment: 0x18538067,
  Info: 0x1549a966,
  TimecodeScale: 0x2ad7b1,
  Duration: 0x4489,
  MuxingApp: 0x4d80,
  WritingApp: 0x5741,
  Tracks: 0x1654ae6b,
  TrackEntry: 0xae,
  TrackNumber: 0xd7,
  TrackUID: 0x73c5,
  TrackType: 0x83,
  CodecID: 0x86,
  Video: 0xe0,
  PixelWidth: 0xb0,
  PixelHeight: 0xba,
  Cluster: 0x1f43b675,
  Timecode: 0xe7,
  SimpleBlock: 0xa3,
  Cues: 0x1c53bb6b,
  CuePoint: 0xbb,
  CueTime: 0xb3,
  CueTrackPositions: 0xb7,
  CueTrack: 0xf7,
  CueClusterPosition: 0xf1,
} as const

const VIDEO_TRACK = 1
const NANOSECONDS_PER_MS = 1_000_000

/** Writes encoded pictures, the first of which is a key picture, as a WebM file. */
export function webm(pictures: readonly EncodedPicture[], format: WebmFormat): Bytes {
  const clusters = clustersOf(pictures)
  const head = [info(format.ms), tracks(format)]
  // Positions count from the start of the segment's content.
  let position = head.reduce((sum, part) => sum + part.length, 0)
  const cues: Bytes[] = []
  const bodies = clusters.map((cluster) => {
    const body = clusterElement(cluster)
    cues.push(cue(cluster[0]?.ms ?? 0, position))
    position += body.length
    return body
  })
  const segment = element('Segment', ...head, ...bodies, element('Cues', ...cues))
  return joined([header(), segment])
}

function header(): Bytes {
  return element(
    'EBML',
    number('EBMLVersion', 1),
    number('EBMLReadVersion', 1),
    number('EBMLMaxIDLength', 4),
    number('EBMLMaxSizeLength', 8),
    text('DocType', 'webm'),
    number('DocTypeVersion', 4),
    number('DocTypeReadVersion', 2),
  )
}

function info(ms: number): Bytes {
  const duration = new DataView(new ArrayBuffer(8))
  duration.setFloat64(0, ms)
  return element(
    'Info',
    number('TimecodeScale', NANOSECONDS_PER_MS),
    element('Duration', new Uint8Array(duration.buffer)),
    text('MuxingApp', 'Delver'),
    text('WritingApp', 'Delver'),
  )
}

function tracks({ codec, width, height }: WebmFormat): Bytes {
  return element(
    'Tracks',
    element(
      'TrackEntry',
      number('TrackNumber', VIDEO_TRACK),
      number('TrackUID', VIDEO_TRACK),
      number('TrackType', 1),
      text('CodecID', codec),
      element('Video', number('PixelWidth', width), number('PixelHeight', height)),
    ),
  )
}

/** The pictures in groups that each start with a key picture. */
function clustersOf(pictures: readonly EncodedPicture[]): EncodedPicture[][] {
  const clusters: EncodedPicture[][] = []
  for (const picture of pictures) {
    if (picture.isKey || clusters.length === 0) clusters.push([])
    clusters.at(-1)?.push(picture)
  }
  return clusters
}

function clusterElement(pictures: readonly EncodedPicture[]): Bytes {
  const start = Math.round(pictures[0]?.ms ?? 0)
  const blocks = pictures.map(({ data, ms, isKey }) => {
    const head = new DataView(new ArrayBuffer(4))
    head.setUint8(0, 0x80 | VIDEO_TRACK)
    head.setInt16(1, Math.round(ms) - start)
    head.setUint8(3, isKey ? 0x80 : 0)
    return element('SimpleBlock', new Uint8Array(head.buffer), data)
  })
  return element('Cluster', number('Timecode', start), ...blocks)
}

function cue(ms: number, position: number): Bytes {
  return element(
    'CuePoint',
    number('CueTime', Math.round(ms)),
    element(
      'CueTrackPositions',
      number('CueTrack', VIDEO_TRACK),
      number('CueClusterPosition', position),
    ),
  )
}

function element(name: keyof typeof ID, ...content: readonly Bytes[]): Bytes {
  const size = content.reduce((sum, part) => sum + part.length, 0)
  return joined([big(ID[name]), sizeBytes(size), ...content])
}

function number(name: keyof typeof ID, value: number): Bytes {
  return element(name, big(value))
}

function text(name: keyof typeof ID, value: string): Bytes {
  return element(name, new TextEncoder().encode(value))
}

/** A whole number with as few bytes as it needs, the highest first. */
function big(value: number): Bytes {
  const bytes: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Uint8Array.from(bytes.length ? bytes : [0])
}

/** A size in eight bytes, of which the first only marks the length. */
function sizeBytes(size: number): Bytes {
  const bytes = new Uint8Array(8)
  let rest = size
  for (let i = 7; i > 0; i--) {
    bytes[i] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes[0] = 1
  return bytes
}

function joined(parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
