import { h } from '../dom.ts'
import { GROUPS, type OverviewChoice, overviewChoice, SORTS } from '../state/overview-state.ts'

/** A filter, an order and groups for the trials of the overview. `/` goes to the filter. */
export function overviewControls(
  first: OverviewChoice,
  onChange: (choice: OverviewChoice) => void,
): HTMLElement {
  const filter = h('input', {
    type: 'search',
    value: first.filter,
    placeholder: 'Filter: seed 3, success, … (/)',
    'aria-label': 'Filter',
  })
  const sort = choiceBox('Order', SORTS, first.sort)
  const group = choiceBox('Groups', GROUPS, first.group)
  const change = () =>
    onChange(
      overviewChoice(
        new URLSearchParams({
          filter: filter.value,
          sort: sort.value,
          group: group.value,
        }).toString(),
      ),
    )
  filter.addEventListener('input', change)
  for (const box of [sort, group]) box.addEventListener('change', change)
  addEventListener('keydown', (press) => {
    const { target } = press
    if (press.key !== '/' || (target instanceof HTMLElement && target.matches('input, select')))
      return
    press.preventDefault()
    filter.focus()
  })
  return h(
    'div',
    { class: 'overview-controls', role: 'search' },
    filter,
    h('label', {}, 'Order ', sort),
    h('label', {}, 'Groups ', group),
  )
}

function choiceBox(
  label: string,
  names: Readonly<Record<string, string>>,
  chosen: string,
): HTMLSelectElement {
  const options = Object.entries(names).map(([value, text]) =>
    h('option', { value, selected: value === chosen }, text),
  )
  return h('select', { 'aria-label': label }, ...options)
}
