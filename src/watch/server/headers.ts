import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'

/** Scripts and styles of ours alone, nothing inline, no connection to anywhere else. */
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
  // These mean something over https alone.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
})

/** Nothing is kept by browsers: what is at an address changes as the trials go on. */
export const noStore = createMiddleware(async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
})
