import type { KeyboardEvent } from 'react'
import { type Step, stepped } from '#web/features/keyboard/stepped.ts'

/** Moves the focus to the next or previous row; from elsewhere to the first or last one. */
export function step(
  lines: HTMLTableSectionElement | null,
  line: HTMLTableRowElement | null | undefined,
  to: Step,
): boolean {
  const rows = [...(lines?.rows ?? [])]
  const at = line ? rows.indexOf(line) : -1
  const view = stepped(rows, at, to)?.querySelector<HTMLElement>('[data-view]')
  view?.focus()
  return Boolean(view)
}

/** The keys that move between rows. */
export const arrows: Partial<Record<string, Step>> = { ArrowDown: 'next', ArrowUp: 'previous' }

/** Arrows move between rows, even with single-key shortcuts turned off. */
export function moveByArrows(event: KeyboardEvent<HTMLTableSectionElement>) {
  const to = arrows[event.key]
  if (!to || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
  if (step(event.currentTarget, event.target.closest('tr'), to)) event.preventDefault()
}
