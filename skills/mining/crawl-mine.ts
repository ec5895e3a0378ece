import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill } from '../core/skill.ts'
import { CrawlTunnel } from './crawl-tunnel.ts'
import { enterCrawl } from './enter-crawl.ts'
import { currentHeading } from './tunnel-heading.ts'

export interface CrawlMineArgs {
  /** Ends it. */
  readonly until: () => boolean
}

/**
 * Digs a tunnel one block high, lying: each block dug lays four others bare, where a tunnel to walk in takes two blocks a step
 * for six. The legs crawl on while the hands dig ahead, and nothing that walks upright comes in.
 */
export const crawlMine: Skill<CrawlMineArgs> = {
  name: 'crawl-mine',
  effect: 'what was to end it holds',
  budget: () => 9000,
  precondition: (world) =>
    world.body.posture.crawling ? null : enterCrawl.precondition(world, null),
  async run(context, { until }): Promise<Outcome> {
    const { body, agentState } = context
    const wasLying = body.posture.crawling
    if (!wasLying) {
      const entered = await perform(context, enterCrawl, null)
      if (!entered.ok) return entered
    }
    let heading = currentHeading(context)
    const tunnel = new CrawlTunnel(context, wasLying ? undefined : body.feet.offset(0, 1, 0))
    const stop = tunnel.moveLegs()
    try {
      while (!until()) {
        if (!body.posture.crawling) return failed('unreachable', 'it is too high here to crawl')
        const isBlocked = await tunnel.advance(heading, until)
        if (!isBlocked) continue
        const turn = tunnel.isShutIn ? undefined : await tunnel.turn()
        if (!turn) return failed('unreachable', 'rock that cannot be dug safely all around')
        heading = turn
        agentState.exploration.headFor(turn)
      }
      return succeeded
    } finally {
      stop()
    }
  },
}
