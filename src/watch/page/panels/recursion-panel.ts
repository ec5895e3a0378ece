import { TASK_SIGNS, type TaskNode, type TaskTree } from '#events/task-tree'
import { skillTitle } from '#events/titles'
import { fill, h } from '../dom.ts'
import { box, type Part, whenChanged } from './panel.ts'

/** ADaPT's recursion, or THREAD's tree of threads: each task with its depth and status. */
export function recursionPanel(): Part {
  const { element, body, note } = box('Recursion', 'recursion')
  return {
    element,
    update: whenChanged(
      ({ timeline }) => [timeline.trial.tasks],
      (tasks) => {
        element.hidden = tasks.length === 0
        note.textContent = tasks[0]?.thread === null ? 'ADaPT' : 'THREAD'
        const items = treeItems(tasks)
        fill(body, h('ol', { role: 'tree' }, ...items))
        const at = items.findLast((item) => item.matches('.running'))
        if (at) scrollIntoPanel(body, at)
      },
    ),
  }
}

/** The detail of a thread that waits for a child is hidden, because it repeats the child's task. */
function treeItems(tasks: TaskTree): HTMLElement[] {
  const last = tasks.findLastIndex(({ status }) => status === 'running')
  return tasks.map((node, index) => treeItem(node, node.status !== 'running' || index === last))
}

function treeItem({ task, depth, status, detail }: TaskNode, hasDetail: boolean): HTMLElement {
  const item = h(
    'li',
    { class: `node ${status}`, role: 'treeitem', 'aria-level': depth, title: detail },
    h('span', { class: 'sign', role: 'img', 'aria-label': skillTitle(status) }, TASK_SIGNS[status]),
    h('span', { class: 'what' }, task, hasDetail && detail && h('small', {}, detail)),
  )
  item.style.setProperty('--depth', String(depth - 1))
  return item
}

/** Scrolls only the panel: `scrollIntoView` would scroll the page too. */
function scrollIntoPanel(body: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  body.scrollTop = Math.max(body.scrollTop, offsetTop + offsetHeight - body.clientHeight)
}
