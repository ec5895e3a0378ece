import { expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import { rollDrops } from '#world/rules/drops'

it.each(['1.12.2', '1.16.5', '1.21.4'])('snow layers of %s drop only for a shovel', (version) => {
  const registry = registryFor(version)
  const layers = registry.blockState('snow', { layers: '3' })
  const drops = (tool: string | null) => rollDrops(registry, layers, tool, () => 0.5)
  expect(drops(null)).toEqual([])
  expect(drops('wooden_pickaxe')).toEqual([])
  expect(drops('wooden_shovel')).toMatchObject([{ name: 'snowball', count: 3 }])
})
