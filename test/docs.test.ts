import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { longIt } from './support/versions.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const DOCUMENTS = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'server-config/README.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

/** What commands in documents need of this repository. */
const REPOSITORY = [
  ...['package.json', 'node_modules', 'bin', 'bench', 'prompts', 'schematics'],
  ...['selector', 'skills', 'src', 'test'],
]

/** Where messages for users come from. */
const SOURCES = [
  'bin/delver.js',
  ...readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src', name)),
]
/** Parts of a message between placeholders that are shorter than this may be a name (characters). */
const MIN_PART = 16

const FENCE = /^```.*?^```$/gms
const LINK = /\]\(([^)\s]+)\)/g
const CODE = /`([^`\n]+)`/g
/** Fenced code, and footnotes, which name files of other projects. */
const FENCE_OR_FOOTNOTE = /^```.*?^```$|^\[\^[^\n]*$/gms
/** A path of this repository, as documents write it. */
const PATH = /^(?:src|skills|selector|test|bench|prompts|scripts|server-config)\/[\w./-]*\w$/
/** Commands that run in every test, and in CI only. */
const RUNNABLE = /^```sh runnable\n(.*?)^```$/gms
const RUNNABLE_IN_CI = /^```sh runnable slow\n(.*?)^```$/gms
/** Limit for the commands of a slow block, on a machine that also runs other tests. */
const SLOW_MS = 300_000

interface Found {
  readonly document: string
  readonly text: string
}

function read(document: string): string {
  return readFileSync(join(ROOT, document), 'utf8')
}

function find(documents: readonly string[], pattern: RegExp, without = /$^/g): Found[] {
  return documents.flatMap((document) =>
    [...read(document).replace(without, '').matchAll(pattern)].map(([, text = '']) => ({
      document,
      text,
    })),
  )
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): string[] {
  const headings = read(document)
    .replace(FENCE, '')
    .matchAll(/^#+ (.*)$/gm)
  const counts = new Map<string, number>()
  return [...headings].map(([, heading = '']) => {
    const anchor = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
}

function isBroken({ document, text }: Found): boolean {
  const [path = '', anchor] = text.split('#')
  const target = path === '' ? document : join(dirname(document), path)
  if (!existsSync(join(ROOT, target))) return true
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
}

/** The folders in which the commands of each document run, one after the other. */
const workFolders = new Map<string, string>()

/** A folder that looks like this repository, so that commands run as printed and write nothing into it. */
function workFolder(document: string): string {
  const known = workFolders.get(document)
  if (known !== undefined) return known
  const folder = mkdtempSync(join(tmpdir(), 'docs-'))
  for (const name of REPOSITORY) symlinkSync(join(ROOT, name), join(folder, name))
  workFolders.set(document, folder)
  return folder
}

async function run({ document, text }: Found): Promise<void> {
  const folder = workFolder(document)
  const { exitCode, all } = await execa('bash', ['-ec', text], {
    cwd: folder,
    env: { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdin: 'ignore',
    all: true,
    reject: false,
  })
  expect(exitCode, all).toBe(0)
}

describe('the documents', () => {
  it('link to files and headings that exist', () => {
    const links = find(DOCUMENTS, LINK, FENCE).filter(({ text }) => !/^https?:/.test(text))
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter(isBroken)).toEqual([])
  })

  it('are all linked from the index', () => {
    const linked = find(['docs/README.md'], LINK).map(({ text }) => join('docs', text))
    const pages = DOCUMENTS.filter((document) => document.startsWith('docs/'))
    const notebooks = /^docs\/results\/notebook-|^docs\/README\.md$/
    expect(pages.filter((page) => !linked.includes(page) && !notebooks.test(page))).toEqual([])
  })

  it('name files and folders of this repository that exist', () => {
    const today = DOCUMENTS.filter(
      (document) => !/^docs\/results\/|^CHANGELOG/.test(relative('.', document)),
    )
    const paths = find(today, CODE, FENCE_OR_FOOTNOTE).filter(({ text }) => PATH.test(text))
    expect(paths.length).toBeGreaterThan(30)
    expect(paths.filter(({ text }) => !existsSync(join(ROOT, text)))).toEqual([])
  })

  it('quote messages that the code has', () => {
    const code = SOURCES.map(read).join('\n').replaceAll("\\'", "'")
    const quoted = [...read('docs/guides/troubleshooting.md').matchAll(/^\| (.*?) \|/gm)]
      .flatMap(([, cell = '']) => [...cell.matchAll(CODE)])
      .flatMap(([, message = '']) => message.split('...'))
      .filter((part) => part.length >= MIN_PART)
    expect(quoted.length).toBeGreaterThan(50)
    expect(quoted.filter((part) => !code.includes(part.replace(/^[ (]+|[ (]+$/g, '')))).toEqual([])
  })

  it.each(find(DOCUMENTS, RUNNABLE))('$document has a command that runs: $text', run)

  longIt.each(find(DOCUMENTS, RUNNABLE_IN_CI))(
    '$document has a slow command that runs: $text',
    { timeout: SLOW_MS },
    run,
  )
})
