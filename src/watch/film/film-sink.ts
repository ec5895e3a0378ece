/** What a page reports while it makes a film. */
export interface FilmSink {
  /** Lets only the browser of this film send one. */
  readonly token: string
  onProgress(done: number, total: number): void
  onFilm(content: Buffer): void
  onFailure(reason: string): void
}
