/**
 * Builds the package into `dist`, which is what gets published: compiled code with types, the page of trials, prompts,
 * the horizon model, the command and the package's own manifest. Run it with `npm run build`; `npm pack ./dist` then makes
 * the archive.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { execa } from 'execa'
import { agentName } from '#trial/agent-name'
import { writePage } from '#watch/assets/bundle-page'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'dist')

/** Files that the package needs besides its compiled code. */
const COPIED = [
  'bin',
  'prompts',
  'schematics',
  'server-config',
  'clients/python/delver_env',
  'clients/python/examples',
  'clients/python/pyproject.toml',
  'clients/python/README.md',
  'selector/models/horizon-model.json',
  'README.md',
  'LICENSE',
]

/** Modules of large packages of which the package ships only these, bundled, by their names in `imports`. */
const VENDORED = { '#vendor/o200k_base': 'o200k_base.js', '#vendor/models': 'models.js' } as const

interface Manifest {
  readonly imports: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string>>
  readonly scripts?: unknown
  readonly devDependencies?: unknown
  readonly optionalDependencies?: unknown
  readonly overrides?: unknown
}

/** Python writes caches next to its sources. */
function isSource(path: string): boolean {
  return !path.includes('__pycache__')
}

rmSync(DIST, { recursive: true, force: true })
await execa('tsc', ['-p', 'tsconfig.build.json'], {
  cwd: ROOT,
  preferLocal: true,
  stdio: 'inherit',
})
for (const path of COPIED) {
  mkdirSync(dirname(join(DIST, path)), { recursive: true })
  cpSync(join(ROOT, path), join(DIST, path), { recursive: true, filter: isSource })
}
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest
for (const [name, file] of Object.entries(VENDORED))
  await build({
    stdin: { contents: `export * from '${manifest.imports[name]}'`, resolveDir: ROOT },
    outfile: join(DIST, 'vendor', file),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  })
await writePage(join(DIST, 'page'))
writeFileSync(join(DIST, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`)

/** The manifest of the package: source files become compiled ones, without the entries that only a clone needs. */
function published(source: Manifest): object {
  const {
    scripts: _,
    devDependencies: __,
    optionalDependencies: ___,
    overrides: ____,
    ...rest
  } = source
  const imports = Object.entries(source.imports).map(([name, target]) => {
    const vendored = VENDORED[name as keyof typeof VENDORED]
    return [name, vendored ? `./vendor/${vendored}` : compiled(target)]
  })
  const exports = Object.entries(source.exports).map(([name, target]) => [
    name,
    target.endsWith('.ts')
      ? { types: target.replace(/\.ts$/, '.d.ts'), default: compiled(target) }
      : target,
  ])
  return {
    ...rest,
    // Compiled code has another hash than its sources.
    delver: { agent: agentName() },
    // A clone installs a newer Node if the present one is too old; a package does not.
    engines: { node: '>=22' },
    imports: Object.fromEntries(imports),
    exports: Object.fromEntries(exports),
  }
}

function compiled(path: string): string {
  return path.replace(/\.ts$/, '.js')
}
