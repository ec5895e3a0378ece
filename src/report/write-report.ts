import { lstatSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '#trial/out-folder'
import { UsageError } from '#trial/usage-error'
import { isGuardedFile, MAX_TRIAL_FILE_BYTES, readGuardedText } from '#wire/guarded-file'
import { MARKDOWN_MARK, markdownOf } from './markdown.ts'
import { PAGE_MARK, pageOf } from './page/page.ts'
import type { Report } from './report.ts'

/** Where a report goes. */
export interface ReportFiles {
  readonly html: string
  readonly markdown: string
}

/** How far into a file its mark stands, at most (characters). */
const MARK_WITHIN = 2000

/**
 * The files for a folder, or for a page that is named `….html`: the Markdown lies beside it.
 */
export function reportFiles(out: string): ReportFiles {
  if (!out.endsWith('.html'))
    return { html: join(out, 'report.html'), markdown: join(out, 'report.md') }
  return { html: out, markdown: out.replace(/\.html$/, '.md') }
}

/**
 * Writes a report; over nothing but an earlier report.
 * @throws UsageError when something else is in the place, or it cannot be written there.
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
    throw new UsageError(`cannot write ${files.html} (${messageOf(error)}); give another --out`)
  }
}

function checkFree(file: string, mark: string): void {
  if (!lstatSync(file, { throwIfNoEntry: false })) return
  if (
    isGuardedFile(file) &&
    readGuardedText(file, MAX_TRIAL_FILE_BYTES)?.slice(0, MARK_WITHIN).includes(mark)
  )
    return
  throw new UsageError(`${file} is no report of Delver’s and stays as it is; give another --out`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
