import type { KnownSection } from './view-state.ts'

/** Which columns of a section contain a known block, seen from above, from the south and from the east. */
export interface KnownPlan {
  /** By x, then z. */
  readonly above: Uint8Array
  /** By x, then y. */
  readonly south: Uint8Array
  /** By z, then y. */
  readonly east: Uint8Array
}

/** Plans of sections with the revision that they show. */
const plans = new WeakMap<KnownSection, { readonly revision: number; readonly plan: KnownPlan }>()

/** The plan of a section, which is computed again only when the section has changed. */
export function knownPlan(section: KnownSection): KnownPlan {
  const known = plans.get(section)
  if (known?.revision === section.revision) return known.plan
  const plan = {
    above: new Uint8Array(256),
    south: new Uint8Array(256),
    east: new Uint8Array(256),
  }
  for (let i = 0; i < section.known.length; i++) {
    if (!section.known[i]) continue
    const [x, z, y] = [i & 15, (i >> 4) & 15, i >> 8]
    plan.above[(z << 4) | x] = 1
    plan.south[(y << 4) | x] = 1
    plan.east[(y << 4) | z] = 1
  }
  plans.set(section, { revision: section.revision, plan })
  return plan
}
