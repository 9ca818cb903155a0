export type Step = 'next' | 'previous'

/**
 * The next or previous row; undefined at the end. `at` is the place of the row that has the focus: from elsewhere on the page, at -1,
 * the next is the first row, and the previous the last.
 */
export const stepped = <Row>(rows: readonly Row[], at: number, step: Step): Row | undefined =>
  step === 'next' ? rows[at + 1] : at < 0 ? rows.at(-1) : rows[at - 1]
