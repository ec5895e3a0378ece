import { describe, expect, it } from 'vitest'
import { ConnectionLost } from '#body/connect'
import { Rejoining } from '#life/rejoining'

/** The waits before the attempts to reach a server that is gone, until the agent gives it up, at most `limit`. */
function waits(rejoining: Rejoining, loss: 'cut' | 'kicked', limit: number): number[] {
  const ticks: number[] = []
  while (ticks.length < limit) {
    const verdict = rejoining.lost(new ConnectionLost('gone', loss), 0)
    if (!verdict.rejoin) break
    ticks.push(verdict.afterTicks)
  }
  return ticks
}

describe('rejoining', () => {
  it('gives a server up that is gone for more than two minutes', () => {
    const rejoining = new Rejoining()
    rejoining.joined()
    expect(waits(rejoining, 'cut', 100)).toHaveLength(26)
  })

  it('never gives one up if it is patient, but a server that kicks it', () => {
    const rejoining = new Rejoining(true)
    rejoining.joined()
    expect(waits(rejoining, 'cut', 100).slice(26)).toEqual(Array<number>(74).fill(1200))
    const kicked = new Rejoining(true)
    kicked.joined()
    expect(waits(kicked, 'kicked', 100)).toHaveLength(6)
  })

  it('does not wait for a server that never let it in', () => {
    expect(waits(new Rejoining(true), 'cut', 100).length).toBeLessThan(30)
  })
})
