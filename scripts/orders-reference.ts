/** Writes docs/reference/orders.md from the grammar of orders; a test checks that it is up to date. */
import { writeFileSync } from 'node:fs'
import { ordersReference } from '#play/orders-reference'

writeFileSync(new URL('../docs/reference/orders.md', import.meta.url), ordersReference())
