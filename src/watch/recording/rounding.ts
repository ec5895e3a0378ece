import type { RecordingPosition } from '../recording-format.ts'

/** A number with as many places as can be seen. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}

export function roundedPlace({ x, y, z }: RecordingPosition): RecordingPosition {
  return { x: hundredths(x), y: hundredths(y), z: hundredths(z) }
}
