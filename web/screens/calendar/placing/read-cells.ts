import type { Stretch } from '#core/job/lanes/stretches.ts'
import type { BoardCell } from './places.ts'

/** Marks an element as a place to drop on; `userId` is empty for the lane of nobody. */
export const cellMark = (userId: string | undefined, day: string) => ({ 'data-board-cell': `${userId ?? ''} ${day}` })

/** Where the places of a board are, in pixels of the page. Measured once for each move, so that following the pointer measures nothing. */
export function readCells(board: HTMLElement, hours: Stretch | undefined): BoardCell[] {
  return [...board.querySelectorAll<HTMLElement>('[data-board-cell]')].map((cell) => {
    const [userId = '', day = ''] = (cell.dataset.boardCell ?? '').split(' ')
    const { left, top, width, height } = cell.getBoundingClientRect()
    return { userId: userId || undefined, day, hours, left: left + scrollX, top: top + scrollY, width, height }
  })
}
