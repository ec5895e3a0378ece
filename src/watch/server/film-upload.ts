import type { Context } from 'hono'
import { z } from 'zod'
import { isSameSecret } from '#wire/loopback'
import type { FilmSink } from '../film/film-sink.ts'

/** Greatest length of a reason (characters). */
const MAX_REASON = 300

/** What a page reports before its film is complete. */
const reportSchema = z.union([
  z.object({ done: z.int().nonnegative(), total: z.int().positive() }),
  z.object({ error: z.string() }),
])

/** Takes a film, or a report about it, from the page that makes it. */
export async function takeFilm(c: Context, film: FilmSink | undefined): Promise<Response> {
  if (!film || !isSameSecret(c.req.query('token'), film.token))
    return c.json({ error: 'not found' }, 404)
  if (c.req.header('content-type') !== 'application/json') {
    film.onFilm(Buffer.from(await c.req.arrayBuffer()))
    return c.body(null, 204)
  }
  const report = reportSchema.safeParse(await c.req.json().catch(() => null))
  if (!report.success) return c.json({ error: 'not a report about a film' }, 400)
  if ('error' in report.data) film.onFailure(report.data.error.slice(0, MAX_REASON))
  else film.onProgress(report.data.done, report.data.total)
  return c.body(null, 204)
}
