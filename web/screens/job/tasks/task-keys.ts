import type { RefObject } from 'react'
import { useKeys } from '#web/features/keyboard/single-keys.ts'

/**
 * J and K move between the tasks' marks, where Space and Enter set the next status; S offers all, R toggles ready. They work only while a
 * task has the focus.
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
  useKeys({
    j: () => found(focused()?.nextElementSibling, '[data-mark]', (mark) => mark.focus()),
    k: () => found(focused()?.previousElementSibling, '[data-mark]', (mark) => mark.focus()),
    s: () => found(focused(), '[data-mark]', (mark) => mark.dispatchEvent(menuKey())),
    r: () => found(focused(), '[data-ready], [role=switch]', (ready) => ready.click()),
  })
}

const menuKey = () => new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
