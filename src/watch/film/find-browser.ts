import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Names of Chromium and of browsers that are built on it. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Their usual places outside of the path, on macOS and Windows. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Path of Chromium: that in `DELVER_CHROMIUM`, or the first installed one; null without any. */
export function findBrowser(environment: NodeJS.ProcessEnv = process.env): string | null {
  const { DELVER_CHROMIUM: chosen, PATH: path = '' } = environment
  if (chosen) return isProgram(chosen) ? chosen : null
  const folders = path.split(delimiter).filter(Boolean)
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...candidates, ...PLACES].find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
