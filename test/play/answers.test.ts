import { expect, it } from 'vitest'
import { ordersLine } from '#play/answers'

it('the answer to "help" fits into two lines of chat', () => {
  expect(ordersLine().length).toBeLessThanOrEqual(2 * 256)
})
