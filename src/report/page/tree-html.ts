import type { Branch, Tree } from '../tree.ts'
import { Html, html } from './html.ts'

/** A tree as a collapsed, nested list. */
export function treeHtml({ caption, branches }: Tree): Html {
  return html`<details class="tree"><summary>${caption} (${branches.length})</summary>
${nested(branches)}</details>
`
}

/** Opens and closes lists by the depth of each branch, which is at most one level deeper than the one before. */
function nested(branches: readonly Branch[]): Html {
  const pieces: Html[] = []
  let open = 0
  for (const branch of branches) {
    const depth = Math.min(Math.max(1, branch.depth), open + 1)
    if (depth > open) pieces.push(Html.trusted('<ul>'))
    else pieces.push(Html.trusted(`</li>${'</ul></li>'.repeat(open - depth)}`))
    open = depth
    pieces.push(branchHtml(branch))
  }
  pieces.push(Html.trusted('</li></ul>'.repeat(open)))
  return html`${pieces}`
}

function branchHtml({ sign, status, text, detail }: Branch): Html {
  const more = detail === '' ? null : html`<small>${detail}</small>`
  return html`<li><span class="sign" role="img" aria-label="${status}">${sign}</span> ${text}${more}`
}
