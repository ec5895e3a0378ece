import { execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isGuardedFile, openGuarded, RefusedFile, readGuarded } from '#wire/guarded-file'

describe('the guarded reader', () => {
  const folder = mkdtempSync(join(tmpdir(), 'delver-guarded-'))
  const file = join(folder, 'file')
  writeFileSync(file, 'twelve bytes')

  it('returns the content of a regular file, and null when there is none', () => {
    expect(readGuarded(file, 12)?.toString()).toBe('twelve bytes')
    expect(readGuarded(join(folder, 'missing'), 12)).toBeNull()
  })

  it('reads files whose size the system reports as 0', () => {
    expect(readGuarded('/proc/self/stat', 10_000)?.length).toBeGreaterThan(0)
    expect(() => readGuarded('/proc/self/stat', 10)).toThrow(RefusedFile)
  })

  it.each([
    ['a file above the limit', () => file, 11],
    ['a FIFO', () => made('fifo', (path) => execFileSync('mkfifo', [path])), 12],
    ['a symbolic link', () => made('link', (path) => symlinkSync(file, path)), 12],
    ['an endless device', () => '/dev/zero', 12],
    ['a folder', () => folder, 12],
  ])('refuses %s', async (_, pathOf, limit) => {
    const path = pathOf()
    expect(() => readGuarded(path, limit)).toThrow(RefusedFile)
    if (path === file) return
    expect(isGuardedFile(path)).toBe(false)
    expect(await openGuarded(path)).toBeNull()
  })

  function made(name: string, make: (path: string) => void): string {
    const path = join(folder, name)
    make(path)
    return path
  }
})
