import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Manifest>
}

const NAMED =
  /^(?:import|export)\s(?:[\w\s{},*]+\sfrom\s+)?'([^'.#][^']*)'|\b(?:require|import)\('([^'.#][^']*)'\)/gm

/** Packages that only a build uses, which the published package contains in bundled form. */
const BUNDLED_AT_BUILD = ['esbuild', 'gifenc', 'prismarine-viewer', 'three']

/** Packages that files below some folders name. */
function packagesIn(...folders: string[]): string[] {
  const names = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(NAMED)])
      .map(([, stated, called]) => stated ?? called ?? '')
      .filter((name) => !isBuiltin(name))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
  )
  return [...new Set(names)].sort()
}

describe('package.json', () => {
  it('lists every package that the code uses, and no other', () => {
    const { dependencies = {}, peerDependencies = {} } = manifest
    const used = packagesIn('src', 'skills', 'selector').filter(
      (name) => !BUNDLED_AT_BUILD.includes(name),
    )
    expect(Object.keys({ ...dependencies, ...peerDependencies }).sort()).toEqual(used)
  })

  it('installs what is optional for users in a clone, at the same version', () => {
    const { peerDependencies = {}, devDependencies } = manifest
    expect(devDependencies).toMatchObject(peerDependencies)
  })

  it('lists every package that tests and benches use', () => {
    const { dependencies, devDependencies } = manifest
    // Examples of guides import the package by its own name.
    const known = ['mineflayer-delver', ...Object.keys({ ...dependencies, ...devDependencies })]
    expect(packagesIn('test', 'bench', 'scripts').filter((name) => !known.includes(name))).toEqual(
      [],
    )
  })

  it('names exact versions', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest
    for (const version of Object.values({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })
})

describe('npm pack', () => {
  it('refuses the sources in one line that says what to pack', async () => {
    const { exitCode, stdout, stderr } = await execa('npm', ['pack', '--dry-run', '--silent'], {
      cwd: ROOT,
      reject: false,
    })
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toBe('error: this folder holds sources; run: npm run build && npm pack ./dist')
  })
})

describe('package-lock.json', () => {
  // npm leaves out what the registry at hand does not have, and then refuses the lock file itself.
  it('has the packages of every platform, so that `npm ci` works on each', () => {
    const missing = Object.entries(lock.packages).flatMap(
      ([place, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies).filter((name) => !isLocked(place, name)),
    )
    expect(missing).toEqual([])
  })
})

/** Whether a package that one at `place` depends on is there, beside it or further up. */
function isLocked(place: string, name: string): boolean {
  if (`${place ? `${place}/` : ''}node_modules/${name}` in lock.packages) return true
  return (
    place !== '' && isLocked(place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/'))), name)
  )
}
