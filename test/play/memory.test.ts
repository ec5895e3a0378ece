import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { Memory } from '#play/memory'
import { MAX_ORDERS, OrderQueue } from '#play/order-queue'
import type { TaskOrder } from '#play/orders'

const HOME = { x: 1, y: 64, z: -3, dimension: 'overworld', name: 'home', radius: 0 }
const get = (item: string): TaskOrder => ({ name: 'get', args: { item, count: 1, more: false } })
const come: TaskOrder = { name: 'come', args: { player: 'Ann' } }
const follow: TaskOrder = { name: 'follow', args: { player: 'Ann' } }

let path: string
let notices: string[]
const open = () => Memory.open(path, { notice: (text) => notices.push(text) })

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'memory-')), 'world.sqlite')
  notices = []
})

describe('the memory', () => {
  it('outlives the process, and forgets', async () => {
    const first = await open()
    first.remember('places', 'home', HOME)
    first.close()
    const second = await open()
    expect(second.all('places')).toEqual([HOME])
    expect(second.forget('places', 'home')).toBe(true)
    expect(second.forget('places', 'home')).toBe(false)
    expect(notices).toEqual([])
    second.close()
  })

  it('keeps the newest rows of a kind', async () => {
    const memory = await open()
    for (let x = 0; x < 70; x++) {
      const place = { ...HOME, x, name: `p${x}` }
      memory.remember('places', place.name, place)
    }
    expect(memory.all('places').length).toBe(64)
    expect(memory.all('places').at(-1)).toMatchObject({ x: 69 })
    memory.close()
  })

  it('skips damaged rows, and sets a damaged file or one of another version aside', async () => {
    const memory = await open()
    memory.remember('places', 'home', HOME)
    memory.close()
    const db = new DatabaseSync(path)
    db.exec(
      "INSERT INTO memories VALUES ('places', 'x', 1, '{\"x\": \"y\"}'), ('queue', '1', 1, 'no json')",
    )
    db.close()
    const again = await open()
    expect(again.all('places')).toEqual([HOME])
    expect(again.load()).toEqual([])
    expect(notices).toEqual(['skipped 1 damaged row of places', 'skipped 1 damaged row of queue'])
    again.close()
    for (const damage of ['garbage', 'version']) {
      notices = []
      if (damage === 'garbage')
        writeFileSync(path, 'this is no database, and longer than its header')
      else {
        const other = new DatabaseSync(path)
        other.exec('PRAGMA user_version = 99')
        other.close()
      }
      const fresh = await open()
      expect(fresh.all('places')).toEqual([])
      expect(notices.join()).toMatch(/cannot read the memory/)
      fresh.close()
    }
    // Neither file was overwritten by the other.
    expect(readFileSync(`${path}.damaged-1`, 'utf8')).toMatch(/^this is no database/)
    expect(existsSync(`${path}.damaged-2`)).toBe(true)
  })

  it('appends rows beside others, whatever the clock says', async () => {
    const memory = await Memory.open(path, { notice: (text) => notices.push(text), now: () => 7 })
    for (let round = 0; round < 300; round++)
      memory.append('past', { title: `order ${round}`, by: null, result: 'done' })
    expect(memory.all('past').length).toBe(256)
    expect(memory.all('past').at(-1)).toMatchObject({ title: 'order 299' })
    expect(memory.dated('past')[0]).toMatchObject({ at: 7, value: { title: 'order 44' } })
    memory.close()
  })

  it('reads a file without changing it', async () => {
    const memory = await open()
    memory.remember('places', 'home', HOME)
    const reader = await Memory.read(path, { notice: (text) => notices.push(text) })
    expect(reader.all('places')).toEqual([HOME])
    reader.remember('places', 'home', { ...HOME, x: 2 })
    expect(notices).toEqual([expect.stringMatching(/^cannot write the memory \(.*readonly/)])
    reader.close()
    memory.close()
    writeFileSync(path, 'this is no database, and longer than its header')
    await expect(Memory.read(path, { notice: () => {} })).rejects.toThrow(/not a database/)
  })
})

describe('the queue of orders', () => {
  let memory: Memory
  let queue: OrderQueue
  beforeEach(async () => {
    memory = await open()
    queue = new OrderQueue(memory)
    return () => memory.close()
  })
  const names = () => queue.all.map(({ order }) => order.name)

  it('does tasks one after the other, and walks at once', () => {
    expect(queue.add(get('log'), 'Ann')).toBe('queued')
    expect(queue.add(get('dirt'), 'Ann')).toBe('queued')
    expect(queue.add(come, 'Ann')).toBe('at-once')
    expect(names()).toEqual(['come', 'get', 'get'])
    queue.remove(queue.current?.id ?? 0)
    expect(queue.current?.order).toEqual(get('log'))
    expect(queue.add(get('sand'), 'Ann', true)).toBe('at-once')
    expect(queue.current?.order).toEqual(get('sand'))
  })

  it('carries out the orders of one line one after the other', () => {
    queue.add(get('dirt'), 'Ann')
    queue.add(get('log'), 'Ann')
    queue.add(come, 'Ann', false, get('log'))
    queue.add(get('sand'), 'Ann', false, come)
    expect(queue.all.map(({ order }) => order)).toEqual([
      get('dirt'),
      get('log'),
      come,
      get('sand'),
    ])
    queue.add(follow, 'Ann', false, get('sand'))
    expect(names()).toEqual(['get', 'get', 'come', 'get', 'follow'])
    queue.hold()
    expect(queue.resume()).toBe(4)
    expect(names()).toEqual(['get', 'get', 'come', 'get'])
  })

  it('takes an order on once, and a bounded number of them', () => {
    expect(queue.add(get('log'), 'Ann')).toBe('queued')
    expect(queue.add(get('log'), 'Ben')).toBe('already')
    for (let n = 1; n < MAX_ORDERS; n++) queue.add(get(`item_${n}`), 'Ann')
    expect(queue.add(get('one_too_many'), 'Ann')).toBe('full')
    expect(queue.all.length).toBe(MAX_ORDERS)
  })

  it('ends following when another order comes', () => {
    queue.add(get('log'), 'Ann')
    queue.add(follow, 'Ann')
    expect(names()).toEqual(['follow', 'get'])
    queue.add(get('dirt'), 'Ann')
    expect(names()).toEqual(['get', 'get'])
  })

  it('ends following when an order comes that is on the list already', () => {
    queue.add(get('log'), 'Ann')
    queue.add(follow, 'Ann')
    expect(queue.add(get('log'), 'Ann')).toBe('already')
    expect(names()).toEqual(['get'])
    queue.add(follow, 'Ann')
    expect(queue.add(follow, 'Ann')).toBe('already')
    expect(names()).toEqual(['follow', 'get'])
  })

  it('holds its orders until told to continue, over restarts', async () => {
    queue.add(get('log'), 'Ann')
    queue.add(follow, 'Ann')
    queue.hold()
    expect(names()).toEqual(['get'])
    expect(queue.current).toBeUndefined()
    queue.add(come, 'Ann')
    const { id } = queue.current ?? { id: 0 }
    queue.progress(id, { before: 1, given: 2, carriedAtGiving: 3 })
    const later = new OrderQueue(memory)
    expect(later.all).toEqual(queue.all)
    expect(later.current?.progress).toEqual({ before: 1, given: 2, carriedAtGiving: 3 })
    later.remove(id)
    expect(later.resume()).toBe(1)
    expect(later.current?.order).toEqual(get('log'))
  })
})
