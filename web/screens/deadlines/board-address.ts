import { dueColumns } from '#core/deadlines/due-columns.ts'
import type { BoardView } from './board-cards.ts'

/** The board as its address describes it; unknown values are treated as absent. */
export const boardViewIn = (address: URLSearchParams): BoardView => ({
  agency: address.get('agency') ?? '',
  hazard: address.get('hazard') ?? '',
  person: address.get('person') ?? '',
  column: dueColumns.find((one) => one === address.get('due')) ?? '',
})

/** The shortest address of a view. */
export function boardAddressOf({ column, ...view }: BoardView): URLSearchParams {
  const given = Object.entries({ ...view, due: column }).filter(([, value]) => value !== '')
  return new URLSearchParams(given)
}
