import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'

/** Packages that are installed together, because one command needs them all. */
const TOGETHER: readonly (readonly string[])[] = [
  ['vega', 'vega-lite'],
  ['bullmq', 'ioredis'],
  ['@jax-js/jax'],
]

/**
 * What to do about an error of the module loader, in one line.
 * @returns undefined unless an optional package is missing.
 */
export function missingPackageAdvice(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') return undefined
  const name = /Cannot find (?:package|module) '((?:@[\w.-]+\/)?[\w.-]+)/.exec(error.message)?.[1]
  const needed = TOGETHER.find((packages) => packages.some((one) => one === name))
  if (!needed) return undefined
  const versions = optionalVersions()
  const wanted = needed.map((one) => `${one}@${versions[one] ?? 'latest'}`).join(' ')
  return `this command needs ${needed.join(' and ')}; run: npm install ${wanted}`
}

function optionalVersions(): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as {
    peerDependencies?: Readonly<Record<string, string>>
  }
  return manifest.peerDependencies ?? {}
}
