import type { Stretch } from '#core/job/lanes/stretches.ts'
import type { BoardCell } from './places.ts'

/** Marks an element as a place to drop on; `userId` is empty for the lane of nobody. */
export const cellMark = (userId: string | undefined, day: string) => ({ 'data-board-cell': `${userId ?? ''} ${day}` })

/** The places of a board and its upper left corner, in pixels of the page. */
export type BoardMeasures = { cells: readonly BoardCell[]; origin: { x: number; y: number } }

/** Measures a board once for each move, so that following the pointer measures nothing. */
export function measured(board: HTMLElement, hours: Stretch | undefined): BoardMeasures {
  const [across, down] = [scrollX, scrollY]
  const corner = board.getBoundingClientRect()
  const cells = [...board.querySelectorAll<HTMLElement>('[data-board-cell]')].map((cell) => {
    const [userId = '', day = ''] = (cell.dataset.boardCell ?? '').split(' ')
    const { left, top, width, height } = cell.getBoundingClientRect()
    return { userId: userId || undefined, day, hours, left: left + across, top: top + down, width, height }
  })
  return { cells, origin: { x: corner.left + across, y: corner.top + down } }
}
