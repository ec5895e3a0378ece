import type { Redis } from 'ioredis'
import { PREFIX } from './trial-job.ts'

/** What a campaign has spent, and what it may spend (dollars). */
export interface MoneyCount {
  readonly spent: number
  readonly most: number
}

/** The dollars of a campaign, counted in Redis by all who play its trials. */
export class CampaignMoney {
  readonly #redis: Redis
  /** Where they are counted: fields `most` and `spent`. */
  readonly #key: string

  constructor(redis: Redis, campaign: string) {
    this.#redis = redis
    this.#key = `${PREFIX}:dollars:${campaign}`
  }

  /** Says what all trials together may cost (dollars). */
  async limit(most: number): Promise<void> {
    await this.#redis.hset(this.#key, 'most', most)
  }

  /**
   * Counts what a trial has cost (dollars).
   * @returns whether all is spent now.
   */
  async spend(cost: number): Promise<boolean> {
    const spent = Number(await this.#redis.hincrbyfloat(this.#key, 'spent', cost))
    return spent >= Number(await this.#redis.hget(this.#key, 'most'))
  }

  async count(): Promise<MoneyCount> {
    const [spent, most] = await this.#redis.hmget(this.#key, 'spent', 'most')
    return { spent: Number(spent ?? 0), most: Number(most ?? 0) }
  }
}
