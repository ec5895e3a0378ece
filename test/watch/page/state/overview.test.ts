import { describe, expect, it } from 'vitest'
import {
  chosenRows,
  groupsOf,
  overviewChoice,
  overviewQuery,
  successCurve,
  totalsText,
} from '#watch/page/state/overview-state'
import type { TrialRow } from '#watch/protocol'

function row(id: string, seed: number, tick: number, success: boolean): TrialRow {
  return {
    ...{ id, seed, tick, success, task: 'obtain_diamond', planner: 'symbolic', strategy: 'deps' },
    ...{ perception: seed % 2 ? 'seen' : 'loaded', maxTicks: 12_000, version: '1.16.5' },
    ...{ state: 'over', worker: null, milestones: [], recording: true },
    end: success ? 'success' : 'limit',
  }
}

const ROWS = [
  row('a', 1, 3000, true),
  row('b', 2, 12_000, false),
  row('c', 3, 2000, true),
  { ...row('d', 4, 500, false), state: 'running', end: null } as const,
]
const ALL = overviewChoice('')
const ids = (rows: readonly TrialRow[]) => rows.map(({ id }) => id).join('')

describe('the overview of trials', () => {
  it('a filter takes words in any order, and results', () => {
    expect(ids(chosenRows(ROWS, ALL))).toBe('abcd')
    expect(ids(chosenRows(ROWS, { ...ALL, filter: 'diamond SEED 3' }))).toBe('c')
    expect(ids(chosenRows(ROWS, { ...ALL, filter: 'success seen' }))).toBe('ac')
    expect(ids(chosenRows(ROWS, { ...ALL, filter: 'running' }))).toBe('d')
  })

  it('the fastest order has the successful trials first', () => {
    expect(ids(chosenRows(ROWS, { ...ALL, sort: 'fastest' }))).toBe('cadb')
    expect(ids(chosenRows(ROWS, { ...ALL, sort: 'slowest' }))).toBe('bacd')
  })

  it('groups have what their trials have in common as titles', () => {
    const groups = groupsOf(ROWS, 'perception')
    expect(groups.map(({ title, rows }) => `${title}: ${ids(rows)}`)).toEqual([
      'seen: ac',
      'loaded: bd',
    ])
    expect(groupsOf(ROWS, 'result').map(({ title }) => title)).toEqual([
      'success',
      'out of time',
      'running',
    ])
  })

  it('the totals are those of finished trials, with an interval', () => {
    expect(totalsText(ROWS)).toBe(
      '2 of 3 finished trials successful: 67 % (21 to 94 %), median time 2:05',
    )
    expect(totalsText(ROWS.slice(3))).toBe('no trial has finished')
    expect(successCurve(ROWS)).toEqual([
      [2000, 1 / 3],
      [3000, 2 / 3],
    ])
  })

  it('an address keeps the choice, and ignores what it does not know', () => {
    const choice = { filter: 'seed 3', sort: 'slowest', group: 'task' } as const
    expect(overviewChoice(overviewQuery(choice))).toEqual(choice)
    expect(overviewQuery(ALL)).toBe('')
    expect(overviewChoice('?sort=constructor&group=x')).toEqual(ALL)
  })
})
