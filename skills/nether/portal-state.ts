import type { PortalSite } from './portal-site.ts'

/** The portal that the agent is building. */
export class PortalState {
  #site: PortalSite | undefined

  get site(): PortalSite | undefined {
    return this.#site
  }

  begin(site: PortalSite): void {
    this.#site = site
  }

  end(): void {
    this.#site = undefined
  }
}
