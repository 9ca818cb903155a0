import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { JobRow } from '#core/projections/job-row.ts'
import { isTyping, useKeys } from '#web/features/keyboard/single-keys.ts'
import { arrows, step } from '#web/screens/jobs/row/step-rows.ts'
import { withAll, withRange } from './selection.ts'
import { type Selected, type Selection, toggled } from './use-selection.ts'

/** How near the left edge of the list the pointer brings its check boxes, in pixels. */
const edge = 14

type Props = { lines: RefObject<HTMLTableSectionElement | null>; rows: readonly JobRow[]; selection: Selection }

/**
 * Selects rows of the table: X or a click on its box the row, Shift with a click or an arrow as far as a row, Ctrl A the page. The
 * boxes show from the first row on, and when the pointer comes to the left edge; Escape ends it.
 */
export function SelectionLayer({ lines, rows, selection: { selected, change } }: Props) {
  const rowAt = (element: EventTarget | null) => {
    const line = element instanceof Element ? element.closest('tr') : null
    return line && lines.current?.contains(line) ? rows[[...lines.current.rows].indexOf(line)] : undefined
  }
  const at = (element: EventTarget | null, to: (now: Selected, row: JobRow) => Selected) => {
    const row = rowAt(element)
    if (row) change((now) => to(now, row))
    return row !== undefined
  }
  const toHere = (now: Selected, row: JobRow) => withRange(now, rows, row)
  useKeys({ x: () => at(document.activeElement, toggled) })

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return
    if (event.key === 'Escape' && selected) change(() => undefined)
    if (!isPageKey(event)) return
    // It would mark the page's text.
    event.preventDefault()
    change((now) => withAll(now, rows))
  })
  const onArrow = useEffectEvent((event: KeyboardEvent) => {
    const to = arrows[event.key]
    const body = lines.current
    if (!to || !event.shiftKey || !body || !(event.target instanceof HTMLElement)) return
    const from = rowAt(event.target)
    if (!step(body, event.target.closest('tr'), to)) return
    // The list's own arrows have nothing left to do.
    event.preventDefault()
    event.stopPropagation()
    const reached = rowAt(document.activeElement)
    if (from && reached)
      change((now) => withRange(now.chosen.has(from.jobId) ? now : toggled(now, from), rows, reached))
  })
  const onClick = useEffectEvent(({ target, shiftKey }: MouseEvent) => {
    if (target instanceof HTMLInputElement) at(target, shiftKey ? toHere : toggled)
    else if (shiftKey && target instanceof Element && !target.closest('a, button, label')) at(target, toHere)
  })
  const onPointer = useEffectEvent(({ pointerType, clientX }: PointerEvent) => {
    const left = lines.current?.getBoundingClientRect().left ?? 0
    if (!selected && pointerType === 'mouse' && clientX - left < edge) change((now) => now)
  })
  useEffect(() => {
    const body = lines.current
    const until = new AbortController()
    const { signal } = until
    addEventListener('keydown', (event) => onKey(event), { signal })
    body?.addEventListener('keydown', (event) => onArrow(event), { signal })
    body?.addEventListener('click', (event) => onClick(event), { signal })
    body?.addEventListener('pointermove', (event) => onPointer(event), { signal })
    return () => until.abort()
  }, [lines])
  return null
}

const isPageKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !altKey && !shiftKey
