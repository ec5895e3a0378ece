import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { ChunkMap } from '#geometry/chunk-map'

describe('a map from chunks', () => {
  it('finds, replaces and deletes values', () => {
    const map = new ChunkMap<string>()
    map.set(1, 2, 'a')
    map.set(17, 2, 'b')
    expect([map.get(1, 2), map.get(17, 2), map.get(1, 2)]).toEqual(['a', 'b', 'a'])
    map.set(1, 2, 'c')
    expect(map.get(1, 2)).toBe('c')
    map.delete(1, 2)
    expect([map.get(1, 2), map.get(17, 2), map.size]).toEqual([undefined, 'b', 1])
  })

  it('lets go of what is deleted or cleared', async () => {
    const map = new ChunkMap<object>()
    const held = [map.clear.bind(map), () => map.delete(3, 3)].map((remove) => {
      map.set(3, 3, { big: new Uint8Array(1000) })
      const value = map.get(3, 3)
      remove()
      return new WeakRef(value ?? {})
    })
    await sleep(0)
    setFlagsFromString('--expose-gc')
    ;(runInNewContext('gc') as () => void)()
    expect(held.map((one) => one.deref())).toEqual([undefined, undefined])
  })
})
