import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { Command } from 'commander'
import type { LabelledFolder } from '#report/read-sets'
import { plainJson } from '#wire/plain-text'

interface ReportOptions {
  out?: string
  json?: boolean
}

/** `delver report <folders>`: a web page and a Markdown file about finished trials. */
export function reportCommand(): Command {
  return new Command('report')
    .description('Write a report of results as a web page; compares several folders.')
    .argument('<folders...>', 'folder of a campaign or a trial, or label=folder')
    .option('--out <path>', 'folder, or file that ends in .html (default: the first folder)')
    .option('--json', 'print the figures as one line of JSON')
    .action(async (given: string[], options: ReportOptions) => {
      const { readSets } = await import('#report/read-sets')
      const sets = readSets(given.map(labelledFolder))
      // Only drawing needs the optional libraries, so that a wrong folder is reported without them.
      const { makeReport } = await import('#report/make-report')
      const made = await makeReport(sets, options.out)
      const { files, text, leftOut, json } = made
      if (options.json) {
        console.log(plainJson(json))
        return
      }
      console.log(text.join('\n'))
      for (const line of leftOut) console.error(`skipped: ${line}`)
      console.log(`\nthe report is in ${files.html} and ${files.markdown}`)
    })
}

/** A folder without a label is labelled with its own name. */
function labelledFolder(text: string): LabelledFolder {
  const [, label, folder] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (label === undefined || folder === undefined || existsSync(text))
    return { label: basename(resolve(text)), folder: text }
  return { label, folder }
}
