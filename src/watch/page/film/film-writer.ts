/** Writes a film, picture by picture. */
export interface FilmWriter {
  /** Adds what a canvas shows, for some time (ms). */
  add(picture: HTMLCanvasElement, ms: number): Promise<void>
  /** The file. */
  finish(): Promise<Blob>
}
