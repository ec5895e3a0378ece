import { h } from '../dom.ts'
import { serverFetch } from '../server-fetch.ts'

/** Limit on an order (characters): a line of chat. */
const MAX_ORDER = 256

/** A text box for orders to a companion. It is hidden for trials, which take none. */
export function orderBox(isLive: boolean): HTMLElement {
  const input = h('input', {
    type: 'text',
    maxlength: MAX_ORDER,
    placeholder: 'get 3 logs',
    'aria-label': 'Order for the companion',
    autocomplete: 'off',
  })
  const send = h('button', { type: 'button' }, 'Send')
  const status = h('output', { role: 'status' })
  const element = h('p', { class: 'order-box', hidden: true }, input, ' ', send, ' ', status)
  const address = new URL('/api/orders', location.href)
  let isSending = false
  const give = async () => {
    const text = input.value.trim()
    // A second press of Enter must not give the order twice.
    if (text === '' || isSending) return
    isSending = true
    const response = await serverFetch(address.href, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    }).catch(() => null)
    isSending = false
    status.textContent = response?.ok ? `Sent: ${text}` : 'The companion did not get the order.'
    if (response?.ok && input.value.trim() === text) input.value = ''
  }
  send.addEventListener('click', () => void give())
  input.addEventListener('keydown', (event) => {
    // The page's shortcuts are not meant here.
    event.stopPropagation()
    if (event.key === 'Enter') void give()
  })
  if (isLive) void show(element, address)
  return element
}

async function show(element: HTMLElement, address: URL): Promise<void> {
  const response = await serverFetch(address.href).catch(() => null)
  const answer = response?.ok ? ((await response.json()) as { takesOrders?: unknown }) : null
  element.hidden = answer?.takesOrders !== true
}
