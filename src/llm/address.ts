/** An address without its query, which each request appends to its own path. */
export function addressOf(baseUrl: string) {
  const url = new URL(baseUrl)
  const defaultQuery = Object.fromEntries(url.searchParams)
  url.search = ''
  return { baseURL: url.href.replace(/\/$/, ''), defaultQuery }
}
