#!/usr/bin/env node
// Starts Delver on a Node that can run it. This file is plain JavaScript that old Nodes understand.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const NEEDED_MAJOR = 22

const launcher = fileURLToPath(import.meta.url)
const root = dirname(dirname(launcher))
const source = join(root, 'src/cli/main.ts')
const fromSource = existsSync(source)
const entry = fromSource ? source : join(root, 'src/cli/main.js')

// Source needs a Node that strips types (22.18, 23.6 or later); a published package is JavaScript.
const able =
  Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR &&
  (!fromSource || Boolean(process.features.typescript))
const pinned = able ? undefined : pinnedNode()

if (able) {
  // Compiled code is cached next to the packages: a user who can write there can change the packages as well. If the
  // folder is read-only, or Node has no such cache, the code is compiled each time.
  module.enableCompileCache?.(join(root, 'node_modules/.cache/delver'))
  // Without a handler, a dependency's signal handlers turn EFBIG, the error of one write, into the end of the process.
  process.on('SIGXFSZ', () => {})
  const { main } = await import(pathToFileURL(entry).href)
  // The reader of the output may be gone (EPIPE). The command continues, because its files are what counts.
  let failure
  const note = (error) => {
    if (error && error.code !== 'EPIPE') failure ??= error
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', note)
  const code = await main(process.argv.slice(2), launcher)
  process.stdout.write('', (error) => {
    note(error)
    if (failure) console.error(`error: the output stops short (${failure.message})`)
    process.exit(failure ? 3 : code)
  })
} else if (pinned && pinned !== process.execPath) {
  // The closed channel tells the child that this process has ended.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const child = spawn(pinned, [launcher, ...process.argv.slice(2)], { stdio })
  // This process waits for the child to end. From a terminal, Ctrl-C reaches the child also by itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exit(code === null ? 128 + constants.signals[signal] : code)
  })
} else {
  console.error(
    fromSource
      ? `error: Node ${process.versions.node} is too old; run "npm ci" without --omit=optional to get a newer one beside it, or install Node 22.18 or later`
      : `error: Node ${process.versions.node} is too old; install Node ${NEEDED_MAJOR} or later`,
  )
  process.exit(3)
}

/** The Node that npm installed as an optional dependency for this kind of machine, if any. */
function pinnedNode() {
  const require = createRequire(import.meta.url)
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of Object.keys(optionalDependencies ?? {})) {
    try {
      const manifest = require.resolve(`${name}/package.json`)
      const program = join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.node)
      if (existsSync(program)) return program
    } catch {
      // Not for this machine: npm left it out.
    }
  }
  return undefined
}
