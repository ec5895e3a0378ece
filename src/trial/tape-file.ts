/** Name of the tape in a trial's folder: gzip of one JSON value a line, the header first. */
export const TAPE_FILE = 'tape.jsonl.gz'
