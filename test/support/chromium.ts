import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of Chromium on this machine, or the path in `DELVER_CHROMIUM`; undefined without one. */
export const chromiumPath = [process.env.DELVER_CHROMIUM ?? '', ...PLACES].find(
  (place) => place !== '' && existsSync(place),
)

/** Flags for headless software rendering without background network requests. */
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
  // Only the page's WebGL needs the renderer in software: for everything else it takes twice the time.
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
]

/** Starts Chromium. @throws Error when it is not installed. */
export function openChromium(): Promise<Browser> {
  if (chromiumPath === undefined)
    throw new Error(
      'Chromium not found: install it (apt-get install chromium), or set DELVER_CHROMIUM to its path',
    )
  return chromium.launch({ executablePath: chromiumPath, args: FLAGS })
}
