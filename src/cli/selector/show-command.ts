import { Command } from 'commander'
import { plainJson } from '../../text/plain-text.ts'
import { cardLines } from './card-lines.ts'
import { chosenModel } from './chosen-model.ts'

interface ShowOptions {
  selectorModel?: string
  json?: boolean
}

/** `delver selector show`: the card of a model. */
export function showCommand(): Command {
  return new Command('show')
    .description('say what a model was learned from and how good it is')
    .option('--selector-model <file>', 'another one than that which comes with it')
    .option('--json', 'print the card as one line of JSON')
    .action(({ selectorModel, json }: ShowOptions) => {
      const { card } = chosenModel(selectorModel ?? null)
      console.log(json ? plainJson(card) : cardLines(card).join('\n'))
    })
}
