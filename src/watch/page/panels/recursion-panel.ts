import { TASK_SIGNS, type TaskNode, type TaskTree } from '#events/task-tree'
import { fill, h } from '../dom.ts'
import { box, type Part, whenChanged } from './panel.ts'

/** The recursion of ADaPT, or THREAD's tree of threads: each task, how deep it lies, and how it went. */
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
        if (at) keepInSight(body, at)
      },
    ),
  }
}

/** A thread that waits for a child says nothing more than the child's task. */
function treeItems(tasks: TaskTree): HTMLElement[] {
  const last = tasks.findLastIndex(({ status }) => status === 'running')
  return tasks.map((node, index) => treeItem(node, node.status !== 'running' || index === last))
}

function treeItem({ task, depth, status, detail }: TaskNode, isTold: boolean): HTMLElement {
  const item = h(
    'li',
    { class: `node ${status}`, role: 'treeitem', 'aria-level': depth, title: detail },
    h('span', { class: 'sign', role: 'img', 'aria-label': status }, TASK_SIGNS[status]),
    h('span', { class: 'what' }, task, isTold && detail && h('small', {}, detail)),
  )
  item.style.setProperty('--depth', String(depth - 1))
  return item
}

/** Scrolls down as far as it takes; the page itself stays where it is. */
function keepInSight(body: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  body.scrollTop = Math.max(body.scrollTop, offsetTop + offsetHeight - body.clientHeight)
}
