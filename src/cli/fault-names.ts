import { InvalidArgumentError } from 'commander'
import { FAULT_NAMES, type FaultName, isFault } from '#world/faults/faults'

/** The description of `--faults` in every command that has it. */
export const FAULTS_HELP = `let the practice world do what real servers do: all, or some of ${FAULT_NAMES.join(', ')} (default: none)`

/** Parses `lag,stall` or `all`. */
export function faultNames(text: string): FaultName[] {
  if (text === 'all') return FAULT_NAMES
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !isFault(name))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`It must be all, or some of ${FAULT_NAMES.join(', ')}.`)
  return FAULT_NAMES.filter((name) => names.includes(name))
}
