import type { KnownEntity } from '#perception/world-memory'

/** Whether the agent may kill an animal: it is grown, and belongs to no player. */
export function isFairGame({ young, owned }: Pick<KnownEntity, 'young' | 'owned'>): boolean {
  return !young && !owned
}
