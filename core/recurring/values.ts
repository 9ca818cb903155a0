/** Checks whose date the law moves if they are not done in time. */
export const checks = ['gas safety'] as const
export type Check = (typeof checks)[number]

/** The most days before its date that a job is made. */
export const longestLead = 90

/**
 * The same for a check: within the two months in which the law lets it be renewed early, so that a job done at once keeps the date. Where a
 * bank holiday moves the work to an earlier day, the job is not made before these months begin.
 */
export const longestLeadOfCheck = 56

/** Days after which the work of a date is over, wherever a weekend or bank holiday has moved it and whatever the time zone. */
export const longestMoved = 14

/** How many dates ahead one may be skipped or moved. */
export const mostDatesAhead = 60

export const recurringStates = ['on', 'paused', 'stopped'] as const
export type RecurringState = (typeof recurringStates)[number]

/** Days from today within which work that comes next comes soon. */
export const soonDays = 30
