import type { Vec3 } from 'vec3'
import type { PortalSite } from './portal-site.ts'

/** The portal that the agent is building, and the sites where it could not. */
export class PortalState {
  #site: PortalSite | undefined
  #starts = 0
  readonly #failed: Vec3[] = []

  get site(): PortalSite | undefined {
    return this.#site
  }

  /** Origins of the sites that failed. */
  get failed(): readonly Vec3[] {
    return this.#failed
  }

  /** How often the agent has begun to work at the site, after interruptions. */
  get starts(): number {
    return this.#starts
  }

  begin(site: PortalSite): void {
    this.#starts = this.#site === site ? this.#starts + 1 : 1
    this.#site = site
  }

  end(): void {
    this.#site = undefined
  }

  /** Gives the site up. */
  fail(): void {
    if (this.#site) this.#failed.push(this.#site.origin)
    this.end()
  }
}
