import { describe, expect, it } from 'vitest'
import { skillTitle, taskTitle, taskWords, wantedItems } from '#events/titles'

describe('a task in plain words', () => {
  it.each([
    ['obtain:torch:16', 'obtain 16 torches'],
    ['obtain:mutton', 'obtain 1 mutton'],
    ['obtain:mutton+beef', 'obtain 1 mutton and 1 beef'],
    ['obtain:log+sand+wheat_seeds', 'obtain 1 log, 1 sand and 1 wheat seeds'],
    ['obtain:constructor', 'obtain 1 constructor'],
  ])('%s reads "%s"', (task, words) => {
    expect(taskTitle(task)).toBe(words)
    expect(taskWords(task)).toBe(words)
    expect(`obtain ${wantedItems(task)}`).toBe(words)
  })

  it.each(['obtain_diamond', 'craft_wooden_door', 'play', 'obtain:', 'obtain:Torch!'])(
    '%s keeps its name on a terminal',
    (task) => {
      expect(taskTitle(task)).toBe(task)
      expect(wantedItems(task)).toBeNull()
      expect(taskWords(task)).toBe(task.replaceAll('_', ' '))
    },
  )
})

it('skills and kinds of failures have titles without hyphens', () => {
  expect(['branch-mine', 'no-fuel', 'constructor'].map(skillTitle)).toEqual([
    'branch mining',
    'no fuel',
    'constructor',
  ])
})
