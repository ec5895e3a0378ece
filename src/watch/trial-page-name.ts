/** The file of a trial's page in an exported folder, from the trial's id. */
export function trialPage(id: string): string {
  return `trial-${id}.html`
}
