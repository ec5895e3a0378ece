import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A browser on this machine; undefined where there is none. */
export const chromiumPath = [process.env.DELVER_CHROMIUM ?? '', ...PLACES].find(
  (place) => place !== '' && existsSync(place),
)

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the browser without a window. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath ?? '', headless: true, args: QUIET })
}
