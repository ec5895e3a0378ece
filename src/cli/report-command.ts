import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { Command } from 'commander'
import type { LabelledFolder } from '#report/make-report'
import { plainJson } from '#wire/plain-text'

interface ReportOptions {
  out?: string
  json?: boolean
}

/** `delver report <folders>`: a page and a Markdown file on trials that were played. */
export function reportCommand(): Command {
  return new Command('report')
    .description('make a page of what trials came to; several folders side by side')
    .argument('<folders...>', "a campaign's folder or a trial's, or label=folder")
    .option('--out <place>', 'a folder, or a file that ends in .html (default: the first folder)')
    .option('--json', 'print the figures as one line of JSON')
    .action(async (given: string[], options: ReportOptions) => {
      // Drawing takes libraries that no other command needs.
      const { makeReport } = await import('#report/make-report')
      const made = await makeReport(given.map(labelledFolder), options.out)
      const { files, text, leftOut, json } = made
      if (options.json) {
        console.log(plainJson(json))
        return
      }
      console.log(text.join('\n'))
      for (const line of leftOut) console.error(`left out: ${line}`)
      console.log(`\nthe report is in ${files.html} and ${files.markdown}`)
    })
}

/** A folder goes by its own name unless a label stands before it. */
function labelledFolder(text: string): LabelledFolder {
  const [, label, folder] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (label === undefined || folder === undefined || existsSync(text))
    return { label: basename(resolve(text)), folder: text }
  return { label, folder }
}
