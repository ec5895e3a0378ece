import { afterEach, expect, it, vi } from 'vitest'
import { missingPackageAdvice } from '#cli/optional-packages'
import { runCommand } from '../support/command-line.ts'

afterEach(() => vi.doUnmock('#report/make-report'))

/** What Node's loader throws for `import '<name>'`. */
async function loaderError(name: string): Promise<unknown> {
  return import(/* @vite-ignore */ name).catch((error: unknown) => error)
}

function notFound(name: string): Error {
  return Object.assign(new Error(`Cannot find package '${name}' imported from /app/file.js`), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
}

it('a command whose optional package is missing says in one line what to install', () => {
  expect(missingPackageAdvice(notFound('vega'))).toMatch(
    /^this command needs vega and vega-lite; run: npm install vega@\d[\d.]* vega-lite@\d[\d.]*$/,
  )
  expect(missingPackageAdvice(notFound('@jax-js/jax'))).toMatch(/npm install @jax-js\/jax@\d/)
})

it('other errors get no advice', async () => {
  expect(missingPackageAdvice(notFound('mineflayer'))).toBeUndefined()
  expect(missingPackageAdvice(new Error('anything'))).toBeUndefined()
  expect(missingPackageAdvice(await loaderError('delver-no-such-package'))).toBeUndefined()
})

it('a wrong folder is reported before a package that is missing', async () => {
  vi.doMock('#report/make-report', () => {
    throw notFound('vega')
  })
  const { code, stderr } = await runCommand('report', 'nowhere')
  expect([code, stderr]).toEqual([
    2,
    'error: there is no folder nowhere; give a folder written by delver trial or delver trials',
  ])
})
