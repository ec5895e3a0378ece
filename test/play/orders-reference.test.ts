import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import { COMBINATIONS, ordersReference } from '#play/orders-reference'
import { readOrders } from '#play/read-orders'
import { goalLanguage } from '#skills/library'

const CONTEXT = {
  language: goalLanguage(registryFor('1.16.5')),
  held: {},
  places: ['home'],
  players: ['Ann'],
  people: [],
  speaker: 'Ann',
  schematics: ['bridge', 'hut', 'watchtower'],
}

describe('docs/reference/orders.md', () => {
  it('is what scripts/orders-reference.ts writes', () => {
    const file = new URL('../../docs/reference/orders.md', import.meta.url)
    expect(readFileSync(file, 'utf8')).toBe(ordersReference())
  })

  it('has combinations that are orders', () => {
    for (const [line] of COMBINATIONS) {
      const reading = readOrders(line.replace(/^Delver, /, ''), CONTEXT)
      expect([line, reading.type]).toEqual([line, 'orders'])
    }
  })

  it('and the guide quote orders that the grammar reads', () => {
    const guide = readFileSync(new URL('../../docs/guides/companion.md', import.meta.url), 'utf8')
    const [, orders = ''] = /^- \*\*Get and bring(.*?)\n\nTasks wait/ms.exec(guide) ?? []
    const lines = [...orders.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line)
    expect(lines.length).toBeGreaterThan(15)
    const held = { stone_pickaxe: 1, cobblestone: 4, torch: 12 }
    for (const line of lines)
      expect([line, readOrders(line, { ...CONTEXT, held }).type]).toEqual([line, 'orders'])
  })
})
