/** Options that were renamed; the old names are accepted until version 0.3. */
const RENAMED: Readonly<Record<string, string>> = {
  '--force': '--override-choice',
  '--play-back': '--replay-calls',
  '--key-variable': '--api-key-env',
  '--explainer-key-variable': '--explainer-api-key-env',
  '--executor-key-variable': '--executor-api-key-env',
  '--stay': '--keep-open',
  '--structured': '--answers=json',
  '--lease': '--lease-timeout',
}

/** Pairs of the old and the current name of an option. */
export function renamedOptions(): readonly (readonly [from: string, to: string])[] {
  return Object.entries(RENAMED)
}

/**
 * The arguments with old option names replaced.
 * @param onOld receives a one-line notice for each old name.
 */
export function withoutOldNames(
  args: readonly string[],
  onOld: (notice: string) => void,
): readonly string[] {
  const end = args.indexOf('--')
  return args.map((arg, index) => {
    const [name = ''] = arg.split('=', 1)
    const renamed = Object.hasOwn(RENAMED, name) ? RENAMED[name] : undefined
    if (renamed === undefined || (end >= 0 && index > end)) return arg
    onOld(`note: ${name} is now ${renamed}; version 0.3 will not accept the old name`)
    return renamed + arg.slice(name.length)
  })
}
