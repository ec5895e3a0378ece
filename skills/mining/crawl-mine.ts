import type { Vec3 } from 'vec3'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill } from '../core/skill.ts'
import { CrawlTunnel } from './crawl-tunnel.ts'
import { enterCrawl } from './enter-crawl.ts'
import { currentHeading } from './tunnel-heading.ts'

export interface CrawlMineArgs {
  /** Whether to stop. */
  readonly until: () => boolean
  /** Whether lava is sought, so that the agent leaves it in its place. */
  readonly isLava: boolean
  /** Whether the agent leaves the tunnel through an opening in its wall; otherwise it closes the opening. */
  readonly enters?: (opening: Vec3) => boolean
}

/**
 * Digs a tunnel one block high while crawling. Each dug block exposes four others; a walkable tunnel exposes six
 * for two dug blocks. The body crawls while the hands dig ahead, and no mob that walks upright can enter.
 */
export const crawlMine: Skill<CrawlMineArgs> = {
  name: 'crawl-mine',
  effect: 'the condition to stop holds',
  budget: () => 9000,
  precondition: (world) =>
    world.body.posture.crawling ? null : enterCrawl.precondition(world, null),
  async run(context, { until, isLava, enters }): Promise<Outcome> {
    const { body, agentState } = context
    const wasLying = body.posture.crawling
    if (!wasLying) {
      const entered = await perform(context, enterCrawl, null)
      if (!entered.ok) return entered
    }
    let heading = currentHeading(context)
    const tunnel = new CrawlTunnel(
      context,
      wasLying ? undefined : body.feet.offset(0, 1, 0),
      isLava,
      enters,
    )
    const stop = tunnel.moveLegs()
    try {
      while (!until()) {
        if (!body.posture.crawling)
          return failed('unreachable', 'the tunnel is too high here to crawl')
        const isBlocked = await tunnel.advance(heading, until)
        if (tunnel.isOpen) return succeeded
        if (!isBlocked) continue
        const turn = tunnel.isShutIn ? undefined : await tunnel.turn()
        if (!turn) return failed('unreachable', 'no direction in which to dig safely')
        heading = turn
        agentState.exploration.headFor(turn)
      }
      return succeeded
    } finally {
      stop()
    }
  },
}
