import { Vec3 } from 'vec3'
import { expect, it } from 'vitest'
import { GameClock } from '#clock/game-clock'
import { AgentState } from '#skills/core/agent-state'

it('forgets the places of a dimension that it has left, and nothing while it stays', () => {
  const state = new AgentState(new GameClock())
  const place = new Vec3(1, 2, 3)
  state.enter('overworld')
  state.stations.set(String(place), place)
  state.chests.set(String(place), { place, contents: { dirt: 1 } })
  state.avoided.add(place)
  state.dangers.diedAt(place)
  state.deadEnds.push(place)
  state.searchedChunks.from(place)
  state.failedSearches.set('diamond', 2)
  state.died({ place, tick: 0, lost: { stick: 1 } })
  const places = () => [
    state.stations.size,
    state.chests.size,
    Number(state.avoided.has(1, 2, 3)),
    Number(state.dangers.near(place)),
    state.deadEnds.length,
    Number(state.searchedChunks.has(0, 0)),
    Number(state.unvisited !== undefined),
  ]
  state.enter('overworld')
  expect(places()).toEqual([1, 1, 1, 1, 1, 1, 1])
  state.enter('the_nether')
  expect(places()).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(state.failedSearches.get('diamond')).toBe(2)
  expect(state.deaths).toHaveLength(1)
})
