import type { RecordingPosition } from '../recording-format.ts'

/** Rounds to a precision that is enough to draw. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}

export function roundedPosition({ x, y, z }: RecordingPosition): RecordingPosition {
  return { x: hundredths(x), y: hundredths(y), z: hundredths(z) }
}
