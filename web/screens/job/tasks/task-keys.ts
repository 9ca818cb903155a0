import type { RefObject } from 'react'
import { useKeys } from '#web/features/keyboard/single-keys.ts'
import { type Step, stepped } from '#web/features/keyboard/stepped.ts'

/**
 * J and K move between the tasks' marks from anywhere on the page, where Space and Enter set the next status; S offers all, R toggles
 * ready, while a task has the focus.
 */
export function useTaskKeys(tasks: RefObject<HTMLUListElement | null>) {
  const focused = () => {
    const task = document.activeElement?.closest('li')
    return task && tasks.current?.contains(task) ? task : undefined
  }
  const found = (task: Element | null | undefined, what: string, act: (found: HTMLElement) => void) => {
    const element = task?.querySelector<HTMLElement>(what)
    if (element) act(element)
    return Boolean(element)
  }
  const step = (to: Step) => {
    const rows = [...(tasks.current?.children ?? [])]
    const at = rows.indexOf(focused() ?? document.body)
    return found(stepped(rows, at, to), '[data-mark]', (mark) => mark.focus())
  }
  useKeys({
    j: () => step('next'),
    k: () => step('previous'),
    s: () => found(focused(), '[data-mark]', (mark) => mark.dispatchEvent(menuKey())),
    r: () => found(focused(), '[data-ready], [role=switch]', (ready) => ready.click()),
  })
}

const menuKey = () => new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
