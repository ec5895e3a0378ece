export const TICKS_PER_SECOND = 20

/** Game time as minutes and seconds: `4:05`. */
export function clockText(ticks: number): string {
  const seconds = Math.floor(ticks / TICKS_PER_SECOND)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
