import { Command } from 'commander'
import { accountFolder, type StoredLogin, storedLogin } from '#body/account-cache'
import { SystemError } from '#trial/errors'
import { username } from './trial-options.ts'

/** `delver login`: signs in with a Microsoft account, for servers in online mode. */
export function loginCommand(): Command {
  return new Command('login')
    .description('Sign in with a Microsoft account, for servers that check accounts.')
    .option(
      '--username <name>',
      'name under which the login is stored; trials use it with --auth microsoft',
      username,
      'Delver',
    )
    .action(async ({ username: name }: { username: string }) => {
      const { signIn } = await import('#body/sign-in')
      const player = await signIn(name, (line) => console.log(line)).catch((error: unknown) => {
        throw new SystemError(error instanceof Error ? error.message : String(error))
      })
      console.log(`signed in as ${player}; the login is stored in ${accountFolder()}`)
    })
}

/** The stored login of an account, in a few words. @throws Error when the user has to sign in. */
export function loginFinding(
  name: string,
  { isRequired, login = storedLogin(name) }: { isRequired: boolean; login?: StoredLogin },
): string {
  const command = name === 'Delver' ? 'delver login' : `delver login --username ${name}`
  switch (login.state) {
    case 'valid':
      return `signed in; the login renews itself after ${login.until.toISOString().slice(0, 16)}Z`
    case 'renewable':
      return 'signed in; the next join renews the login'
    case 'expired':
      throw new Error(`the login has expired; run ${command}`)
    case 'none':
      if (isRequired) throw new Error(`not signed in; run ${command}`)
      return `not signed in; servers that check accounts need it (${command})`
  }
}
