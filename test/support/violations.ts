/** Whether a limit is about the crosshair. */
export function isAim(limit: string): boolean {
  return limit.endsWith('-crosshair') || limit === 'block-face'
}

/** Violations of the limits that are not about the crosshair. */
export function withoutAim(violations: object): Record<string, number> {
  return Object.fromEntries(Object.entries(violations).filter(([limit]) => !isAim(limit)))
}
