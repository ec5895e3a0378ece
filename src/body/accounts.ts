import { accountOptions } from './sign-in.ts'

interface Account {
  /** Whether a person signs in before the first use; the login is stored under the player's name. */
  readonly needsLogin: boolean
  /** Time limit for joining (ticks). A person may have to sign in. */
  readonly joinTicks: number
  /** The options of mineflayer beyond its `auth`. @param onCode gets the line that asks a person to sign in. */
  options(onCode: (line: string) => void): object
}

/** All kinds of account by the names that settings, the command line and mineflayer use. */
const ACCOUNTS = {
  /** A player of any name, on servers that do not check accounts. */
  offline: { needsLogin: false, joinTicks: 1200, options: () => ({}) },
  /** The owner of the game. */
  microsoft: { needsLogin: true, joinTicks: 6000, options: accountOptions },
} satisfies Readonly<Record<string, Account>>

export type AccountKind = keyof typeof ACCOUNTS

/** Names of all kinds of account, the default first. */
export const ACCOUNT_KINDS = Object.keys(ACCOUNTS) as AccountKind[]

/** A kind of account by its name. */
export function accountOf(kind: AccountKind): Account {
  return ACCOUNTS[kind]
}
