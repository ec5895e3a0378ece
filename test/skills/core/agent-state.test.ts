import { Vec3 } from 'vec3'
import { expect, it } from 'vitest'
import { GameClock } from '#clock/game-clock'
import { AgentState } from '#skills/core/agent-state'

it('the agent forgets places in another dimension, but not what happened', () => {
  const state = new AgentState(new GameClock())
  const { exploration, stations, chests, deaths } = state
  const place = new Vec3(1, 2, 3)
  state.enter('overworld')
  stations.add(place)
  chests.remember(place, { dirt: 1 })
  state.avoided.add(place)
  state.dangers.diedAt(place)
  exploration.addDeadEnd(place)
  exploration.searchedChunks.markAround(place)
  exploration.countFailedSearch('diamond')
  exploration.countFailedSearch('diamond')
  deaths.record({ place, tick: 7, lost: {} })
  const known = () => [
    stations.has(place),
    chests.at(place) !== null,
    state.avoided.has(1, 2, 3),
    state.dangers.near(place),
    exploration.deadEnds.length > 0,
    exploration.searchedChunks.has(0, 0),
    deaths.unvisited !== undefined,
  ]
  state.enter('overworld')
  expect(known()).not.toContain(false)
  state.enter('the_nether')
  expect(known()).not.toContain(true)
  expect(exploration.failedSearches.get('diamond')).toBe(2)
  expect(deaths.all).toHaveLength(1)
})
