/** Stands in for the package `rrule`, which the calendar library uses for recurring events alone; ours never recur. */
export const RRule = undefined
