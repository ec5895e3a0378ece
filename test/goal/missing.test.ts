import { expect, it } from 'vitest'
import { missingFailure } from '#goal/missing'

it('a failure names what needs a thing, unless it is the thing itself', () => {
  const missing = { kind: 'missing-material', item: 'planks', count: 2 } as const
  expect(missingFailure({ target: { stick: 4 } }, missing).detail).toBe(
    'stick needs planks: 2 more',
  )
  const bed = { kind: 'missing-station', item: 'bed' } as const
  expect(missingFailure({ target: { bed: 1 } }, bed).detail).toBe('needs a bed')
  const helmet = { kind: 'missing-material', item: 'iron_helmet', count: 1 } as const
  expect(missingFailure({ target: { iron_helmet: 1 } }, helmet).detail).toBe(
    'needs iron_helmet: 1 more',
  )
})
