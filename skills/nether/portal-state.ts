import type { Vec3 } from 'vec3'
import type { PortalSite } from './portal-site.ts'

/** The portal that the agent is building, and the sites where it could not. */
export class PortalState {
  #site: PortalSite | undefined
  #starts = 0
  #misses = 0
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

  /** How often the work at the site has failed. */
  get misses(): number {
    return this.#misses
  }

  begin(site: PortalSite): void {
    const isSame = this.#site === site
    this.#starts = isSame ? this.#starts + 1 : 1
    if (!isSame) this.#misses = 0
    this.#site = site
  }

  /** Notes that the work at the site has failed. */
  miss(): void {
    this.#misses++
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
