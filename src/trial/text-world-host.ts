import { openTextHost } from '#text-world/text-host'
import type { WorldHost } from './world-host.ts'

/** The text world, with the agent that plays there without a body. */
export function openTextWorldHost(version: string, username: string): WorldHost {
  const host = openTextHost(version, username)
  return {
    ...host,
    async loadAgent() {
      const { textAgent } = await import('#text-world/text-episode')
      return textAgent(host.clock)
    },
  }
}
