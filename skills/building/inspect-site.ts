import type { Vec3 } from 'vec3'
import { travel } from '#body/navigation/travel'
import type { SkillContext } from '../core/skill.ts'
import type { Cell, Site } from './site.ts'
import { View } from './stance.ts'

/** Distance from which the agent recognizes blocks of a site (blocks). */
const SIGHT = 20
/** Limit on turns of the head from one place, and on walks to blocks that are out of sight. */
const MAX_LOOKS = 14
const MAX_WALKS = 40
/** Time for perception to take in a view (ticks). */
const VIEW_TICKS = 2

/** Turns to the blocks of a site that the agent has not seen yet, from where it stands. */
export async function lookAtSite({ body, signal }: SkillContext, site: Site): Promise<void> {
  const looked = new Set<Vec3>()
  body.release()
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const unseen = unseenPlaces(site).filter((at) => at.distanceTo(body.position) < SIGHT)
    const next = unseen.find((at) => !looked.has(at))
    if (!next) return
    looked.add(next)
    if (!body.vision.omnidirectional) await body.controls.lookAt(next.offset(0.5, 0.5, 0.5))
    await body.wait(VIEW_TICKS, signal)
    for (const { x, y, z } of unseen) body.vision.examine(x, y, z)
  }
}

/** Walks to the blocks that the agent has not seen, and looks at them. */
export async function inspectSite(context: SkillContext, site: Site): Promise<void> {
  const { body, signal } = context
  const tried = new Set<string>()
  await lookAtSite(context, site)
  for (let walks = 0; walks < MAX_WALKS; walks++) {
    const next = unseenPlaces(site)
      .filter((at) => !tried.has(String(at)))
      .sort((a, b) => a.distanceTo(body.position) - b.distanceTo(body.position))[0]
    if (!next) return
    tried.add(String(next))
    await travel(body, new View(body, next), signal, { builds: false })
    await lookAtSite(context, site)
  }
}

/** Turns to a cell, to see what is there. */
export async function lookAtCell({ body, signal }: SkillContext, { at }: Cell): Promise<void> {
  if (!body.vision.omnidirectional) await body.controls.lookAt(at.offset(0.5, 0.5, 0.5))
  await body.wait(VIEW_TICKS, signal)
  body.vision.examine(at.x, at.y, at.z)
}

function unseenPlaces(site: Site): Vec3[] {
  return site.cells.filter((cell) => !site.isKnown(cell)).map(({ at }) => at)
}
