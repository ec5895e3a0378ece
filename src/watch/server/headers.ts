import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'

/** Allows only the page's own scripts and styles, nothing inline, and no connection to other hosts. */
export const safeHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    workerSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  // These only apply to HTTPS.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
})

/** Browsers must not cache what has no rule of its own: the content of an address changes while the trials run. */
export const noStore = createMiddleware(async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
})
