import type { Redis } from 'ioredis'
import { PREFIX } from './trial-job.ts'

/** Spending of a campaign and its limit (dollars). */
export interface Spending {
  readonly spent: number
  readonly limit: number
}

/** The budget of a campaign in dollars, which all workers count in Redis. */
export class CampaignBudget {
  readonly #redis: Redis
  /** Key of a hash with the fields `limit` and `spent`. */
  readonly #key: string

  constructor(redis: Redis, campaign: string) {
    this.#redis = redis
    this.#key = `${PREFIX}:dollars:${campaign}`
  }

  /** Sets the limit for all trials together (dollars). */
  async setLimit(limit: number): Promise<void> {
    await this.#redis.hset(this.#key, 'limit', limit)
  }

  /**
   * Adds a cost of a trial (dollars).
   * @returns whether the budget is used up.
   */
  async spend(cost: number): Promise<boolean> {
    const spent = Number(await this.#redis.hincrbyfloat(this.#key, 'spent', cost))
    return spent >= Number(await this.#redis.hget(this.#key, 'limit'))
  }

  async read(): Promise<Spending> {
    const [spent, limit] = await this.#redis.hmget(this.#key, 'spent', 'limit')
    return { spent: Number(spent ?? 0), limit: Number(limit ?? 0) }
  }
}
