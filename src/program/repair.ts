/** A string literal, closed or not. */
const TEXT = /'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?/g
const COMMENT_OR_TEXT = new RegExp(
  `("""|''')[\\s\\S]*?\\1|#.*|(?:\\b([bfru]{1,2}))?(${TEXT.source})`,
  'gi',
)
const TAB = '    '

/**
 * Turns a model's almost-Python into Python. Comments and long strings are removed. A badly indented line joins the nearest
 * enclosing block, an empty block gets a `pass`, an `assert` with an `else` becomes a `try`, and the argument `from`
 * becomes `from_`.
 */
export function repairProgram(code: string): string {
  const lines = code
    .replace(COMMENT_OR_TEXT, (found, long, prefix = '', text = '') =>
      long ? found.replace(/.+/g, '') : `${/f/i.test(prefix) ? 'f' : ''}${text}`,
    )
    .replace(/\b(from|with|in)(?=\s*=[^=])/g, '$1_')
    .trimEnd()
    .split('\n')
  const blocks = [0]
  let brackets = 0
  let isOpening = false
  let statement = 0
  for (const [index, line] of lines.entries()) {
    const content = line.trim()
    if (content === '') continue
    const marks = content.replace(TEXT, '_')
    lines[index] = ''
    if (brackets > 0) lines[statement] += ` ${content}`
    else {
      const width = line.replaceAll('\t', TAB).search(/\S/)
      if (isOpening && width > (blocks[0] ?? 0)) blocks.unshift(width)
      else if (isOpening) lines[statement] += ' pass'
      while (width < (blocks[0] ?? 0)) blocks.shift()
      const indent = ' '.repeat(blocks.length - 1)
      const before = lines[statement] ?? ''
      if (/^else\b/.test(marks) && before.startsWith(`${indent}assert`))
        lines[statement] = `${indent}try: ${before.trim()}`
      lines[index] = indent + content
      statement = index
    }
    for (const mark of marks) brackets += '([{'.includes(mark) ? 1 : ')]}'.includes(mark) ? -1 : 0
    brackets = Math.max(0, brackets)
    isOpening = marks.endsWith(':')
  }
  if (isOpening) lines[statement] += ' pass'
  return lines.join('\n')
}
