/** Where a free camera is at a tick. Angles are in radians. */
export interface CameraKey {
  readonly tick: number
  readonly x: number
  readonly y: number
  readonly z: number
  readonly yaw: number
  readonly pitch: number
}

/** Greatest number of key frames in an address. */
const MAX_KEYS = 60

const NAMES = ['tick', 'x', 'y', 'z', 'yaw', 'pitch'] as const

/** Decimals of positions and angles in an address. */
const DECIMALS = 2

/** Reads the way of a free camera from an address: `tick,x,y,z,yaw,pitch`, with `;` between key frames. */
export function cameraPath(text: string | null): readonly CameraKey[] {
  const keys = (text ?? '').split(';', MAX_KEYS).flatMap((part) => {
    const values = part.split(',').map(Number)
    if (part.trim() === '' || values.length !== NAMES.length) return []
    if (!values.every(Number.isFinite)) return []
    const [tick = 0, x = 0, y = 0, z = 0, yaw = 0, pitch = 0] = values
    return [{ tick, x, y, z, yaw, pitch }]
  })
  return keys.reduce<readonly CameraKey[]>(withKey, [])
}

/** The way of a free camera as an address names it. */
export function cameraPathText(keys: readonly CameraKey[]): string {
  return keys
    .map((key) => NAMES.map((name) => Number(key[name].toFixed(DECIMALS))).join(','))
    .join(';')
}

/** The way with one more key frame, which replaces that of its tick. */
export function withKey(keys: readonly CameraKey[], added: CameraKey): readonly CameraKey[] {
  return [...keys.filter(({ tick }) => tick !== added.tick), added].sort((a, b) => a.tick - b.tick)
}

/** Where the camera is on a smooth way through all key frames; null outside of it, or for fewer than two. */
export function cameraAt(keys: readonly CameraKey[], tick: number): CameraKey | null {
  const first = keys[0]
  const last = keys.at(-1)
  if (!first || !last || keys.length < 2) return null
  if (tick < first.tick || tick > last.tick) return null
  const after = Math.max(
    1,
    keys.findIndex((key) => key.tick >= tick),
  )
  const [from, to] = [keys[after - 1] ?? first, keys[after] ?? last]
  const before = keys[after - 2] ?? from
  const next = keys[after + 1] ?? to
  const part = (tick - from.tick) / Math.max(1, to.tick - from.tick)
  const value = (name: 'x' | 'y' | 'z' | 'pitch') =>
    spline(before[name], from[name], to[name], next[name], part)
  return {
    tick,
    x: value('x'),
    y: value('y'),
    z: value('z'),
    yaw: from.yaw + shortTurn(to.yaw - from.yaw) * smooth(part),
    pitch: value('pitch'),
  }
}

/** The shorter way round of a turn (radians). */
function shortTurn(turn: number): number {
  return Math.atan2(Math.sin(turn), Math.cos(turn))
}

function smooth(part: number): number {
  return part * part * (3 - 2 * part)
}

/** A curve through four values (Catmull-Rom), between the two in the middle. */
function spline(a: number, b: number, c: number, d: number, part: number): number {
  const [one, two, three] = [c - a, 2 * a - 5 * b + 4 * c - d, 3 * (b - c) + d - a]
  return b + 0.5 * part * (one + part * (two + part * three))
}
