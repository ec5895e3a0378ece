/** Writes docs/reference/cli.md from the commands; a test checks that it is up to date. */
import { writeFileSync } from 'node:fs'
import { cliReference } from '#cli/reference'

writeFileSync(new URL('../docs/reference/cli.md', import.meta.url), cliReference())
