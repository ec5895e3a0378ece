/** A UUID for an entity that depends on nothing but its number, so that one seed gives one history. */
export function entityUuid(id: number): string {
  return `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`
}
