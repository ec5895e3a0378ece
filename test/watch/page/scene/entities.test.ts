import { Scene } from 'three'
import { describe, expect, it } from 'vitest'
import type { ItemIcons } from '#watch/page/item-icons'
import { Inhabitants } from '#watch/page/scene/inhabitants'
import type { EntityMessage } from '#watch/recording-format'

describe('the entities of the view', () => {
  const icons = {
    canvas: () => ({}),
    flatCanvas: async () => ({}),
  } as unknown as ItemIcons

  it.each([{ kind: 'item', label: 'oak_log' }, { kind: 'cow' }])(
    'a turned entity that stands still ($kind) needs no new picture',
    (looks) => {
      const shown = new Inhabitants(new Scene(), icons, () => {})
      const at = { x: 3, y: 64, z: 5 }
      const entity: EntityMessage = { name: 'entity', id: 1, ...looks, pos: at, yaw: 2 }
      const update = () => shown.update(new Map([[1, entity]]), 0.1, null, 64)
      for (let i = 0; i < 20; i++) update()
      expect(update()).toBe(false)
    },
  )
})
