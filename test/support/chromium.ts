import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A browser on this machine, or the one that `DELVER_CHROMIUM` names; undefined where there is none. */
export const chromiumPath = [process.env.DELVER_CHROMIUM ?? '', ...PLACES].find(
  (place) => place !== '' && existsSync(place),
)

/** Without a screen and a graphics card, and with nothing that asks the network. */
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts a real browser. @throws Error when there is none. */
export function openChromium(): Promise<Browser> {
  if (chromiumPath === undefined)
    throw new Error(
      'no Chromium: install it (apt-get install chromium), or name it in DELVER_CHROMIUM',
    )
  return chromium.launch({ executablePath: chromiumPath, args: FLAGS })
}
