import { lstatSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '#trial/errors'
import { makeFolder } from '#trial/out-folder'
import { isGuardedFile, MAX_TRIAL_FILE_BYTES, readGuardedText } from '#wire/guarded-file'
import { MARKDOWN_MARK, markdownOf } from './markdown.ts'
import { PAGE_MARK, pageOf } from './page/page.ts'
import type { Report } from './report.ts'

/** The files of a report. */
export interface ReportFiles {
  readonly html: string
  readonly markdown: string
}

/** The mark must lie within this many characters from the start of a file. */
const MARK_WITHIN = 2000

/** The files of a report in a folder, or of a report in a file `*.html`, with the Markdown file next to it. */
export function reportFiles(out: string): ReportFiles {
  if (!out.endsWith('.html'))
    return { html: join(out, 'report.html'), markdown: join(out, 'report.md') }
  return { html: out, markdown: out.replace(/\.html$/, '.md') }
}

/**
 * Writes a report, and overwrites only earlier reports.
 * @throws UsageError when another file is in the way, or the report cannot be written.
 */
export async function writeReport(report: Report, files: ReportFiles): Promise<void> {
  checkFree(files.html, PAGE_MARK)
  checkFree(files.markdown, MARKDOWN_MARK)
  makeFolder(dirname(files.html))
  const page = await pageOf(report)
  try {
    writeFileSync(files.html, page)
    writeFileSync(files.markdown, markdownOf(report))
  } catch (error) {
    throw new UsageError(`cannot write ${files.html} (${messageOf(error)}); choose another --out`)
  }
}

function checkFree(file: string, mark: string): void {
  if (!lstatSync(file, { throwIfNoEntry: false })) return
  if (
    isGuardedFile(file) &&
    readGuardedText(file, MAX_TRIAL_FILE_BYTES)?.slice(0, MARK_WITHIN).includes(mark)
  )
    return
  throw new UsageError(
    `${file} is not a report of Delver and is not overwritten; choose another --out`,
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
