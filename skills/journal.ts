import type { Vec3 } from 'vec3'

/** What the agent remembers of its own doings from one skill to the next. */
export class Journal {
  /** Direction of the tunnel or walk that was under way, so that it goes on straight. */
  heading: { x: number; z: number } | undefined
  /** Where it died last and has not been back to. */
  deathPlace: Vec3 | undefined
  /** Tables and furnaces that it has put down and not taken back. */
  readonly stations = new Map<string, Vec3>()
}
