import { expect, it } from 'vitest'
import { ORDER_NAMES, orderSpec } from '#play/orders'
import { ordersLine, ordersReference } from '#play/orders-reference'

it('the reference of orders has every order with its examples', () => {
  const reference = ordersReference()
  for (const name of ORDER_NAMES)
    for (const example of orderSpec(name).examples) expect(reference).toContain(`\`${example}\``)
})

it('the answer to "help" fits into two lines of chat', () => {
  expect(ordersLine().length).toBeLessThanOrEqual(2 * 256)
})
