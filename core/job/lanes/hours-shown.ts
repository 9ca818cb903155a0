import type { Stretch } from './stretches.ts'

/** The hours of a day to show: the working day from 7 to 19, extended to fit every stretch. These are in minutes, the hours are not. */
export function hoursShown(stretches: readonly Stretch[]): Stretch {
  const first = Math.min(7, ...stretches.map(({ from }) => Math.floor(from / 60)))
  const last = Math.max(19, ...stretches.map(({ to }) => Math.ceil(to / 60)))
  return { from: first, to: last }
}
