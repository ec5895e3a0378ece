/**
 * Checks the published package: builds and packs it, lints the manifest and the types, installs the archive
 * into an empty project, and type-checks and runs the examples and the command there.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { execa, type Options } from 'execa'
import PQueue from 'p-queue'
import { agentName } from '#trial/agent-name'
import { readEvents } from '#trial/event-log'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const EXAMPLES = join(ROOT, 'examples')

/** Limit of one example (ms). */
const EXAMPLE_MS = 300_000

/** Compiler options of a strict consumer on Node. */
const CONSUMER = {
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules', '@types')],
  },
  include: ['*.ts'],
}

async function run(title: string, folder: string, command: string, ...args: string[]) {
  console.log(`\n-- ${title}`)
  const options: Options = {
    cwd: folder,
    preferLocal: true,
    localDir: ROOT,
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  }
  await execa(command, args, options)
}

/** Lets an MCP client obtain a log with the installed command. */
async function checkMcp(command: string): Promise<void> {
  const client = new Client({ name: 'check-package', version: '1.0.0' })
  const args = [command, 'mcp', '--practice']
  await client.connect(new StdioClientTransport({ command: process.execPath, args }))
  const answer = await client.callTool({ name: 'obtain', arguments: { item: 'log' } })
  await client.close()
  const text = JSON.stringify(answer.content)
  console.log(text)
  if (!text.includes('done: obtain 1 log')) throw new Error('the MCP server obtained no log')
}

await run('build', ROOT, 'node', 'scripts/build.ts')
await run('publint', ROOT, 'publint', 'dist', '--strict')
await run(
  'are the types wrong',
  ROOT,
  'attw',
  '--pack',
  'dist',
  '--profile',
  'esm-only',
  '-f',
  'ascii',
)

const consumer = mkdtempSync(join(tmpdir(), 'delver-consumer-'))
try {
  await run('pack', ROOT, 'npm', 'pack', './dist', '--silent', '--pack-destination', consumer)
  const archive = readdirSync(consumer).find((file) => file.endsWith('.tgz'))
  if (!archive) throw new Error('npm pack made no archive')
  writeFileSync(join(consumer, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify(CONSUMER))
  await run(
    'install',
    consumer,
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    `./${archive}`,
  )
  cpSync(EXAMPLES, consumer, { recursive: true })
  await run('types', consumer, 'tsc', '-p', '.')
  console.log('\n-- examples')
  // They play in real time, and spend most of it waiting.
  const examples = new PQueue({ concurrency: 2 })
  await examples.addAll(
    readdirSync(EXAMPLES)
      .filter((file) => file.endsWith('.ts'))
      .map((example) => async () => {
        const { stdout } = await execa(process.execPath, [example], {
          cwd: consumer,
          timeout: EXAMPLE_MS,
        })
        console.log(`${example}:\n${stdout}`)
      }),
  )
  const command = join(consumer, 'node_modules', '.bin', 'delver')
  await run(
    'command',
    consumer,
    process.execPath,
    command,
    'trial',
    'obtain:stick',
    '--out',
    'trial',
  )
  await run(
    'page',
    consumer,
    process.execPath,
    command,
    'replay',
    'trial',
    '--export',
    'trial.html',
  )
  const [start] = readEvents(join(consumer, 'trial'))
  if (start?.type !== 'trial-start' || start.versions.agent !== agentName())
    throw new Error(`the compiled agent is not called ${agentName()}`)
  console.log('\n-- mcp')
  await checkMcp(command)
  const report = await execa(process.execPath, [command, 'report', 'trial'], {
    cwd: consumer,
    reject: false,
  })
  if (
    report.exitCode !== 3 ||
    !/^error: this command needs vega and vega-lite; run: npm install/.test(report.stderr)
  )
    throw new Error(`report without its libraries: exit ${report.exitCode}, ${report.stderr}`)
  await run('size', consumer, 'du', '-sh', 'node_modules')
} finally {
  rmSync(consumer, { recursive: true, force: true })
}
