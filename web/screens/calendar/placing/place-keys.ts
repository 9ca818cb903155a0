import type { BoardCell, BoardPlace } from './places.ts'
import { step, within } from './places.ts'

type Key = { key: string; shiftKey: boolean }

/**
 * The place that a key leads to while a visit is moved by keyboard; undefined for other keys and at the edges. Left and right move it
 * by a quarter of an hour or, in a week, by a day; with Shift they change its length. Up and down lead to other people.
 */
export function placeByArrow(
  { key, shiftKey }: Key,
  place: BoardPlace,
  cells: readonly BoardCell[],
): BoardPlace | undefined {
  const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
  if (by !== 0 && shiftKey) return { ...place, minutes: Math.max(step, place.minutes + by * step) }
  const { hours } = cells.find((one) => isIn(one, place)) ?? { hours: undefined }
  if (by !== 0 && hours) return { ...place, start: within(hours, place.start + by * step) }
  const toward = by === 0 ? (key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0) : 0
  const line =
    by === 0 ? cells.filter(({ day }) => day === place.day) : cells.filter(({ userId }) => userId === place.userId)
  const to = line[line.findIndex((one) => isIn(one, place)) + by + toward]
  if (by + toward === 0 || !to) return undefined
  return { ...place, userId: to.userId, day: to.day }
}

const isIn = ({ userId, day }: BoardCell, place: BoardPlace) => userId === place.userId && day === place.day
