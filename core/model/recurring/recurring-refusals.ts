/** The refusals to change recurring work, apart from the others: only the server decides on it, so that no other page loads their sentences. */
export const recurringRefusals = {
  'recurring-not-found': ['not-found', 'This recurring work was not found.'],
  'recurring-exists': ['conflict', 'This recurring work already exists.'],
  'recurring-moved-on': ['conflict', 'Someone else has changed this recurring work. Open it again to see the change.'],
  'recurring-stopped': ['conflict', 'This recurring work was stopped, so it can no longer be changed.'],
  'recurring-title-required': ['invalid', 'Enter what the work is.'],
  'recurring-site-required': ['invalid', 'Choose a site from the address book.'],
  'recurring-task-required': ['invalid', 'Add at least one task, so that its jobs have something to do.'],
  'recurring-ends-first': ['invalid', 'The last day must not be before the first.'],
  'recurring-in-past': ['invalid', 'The first day must not be in the past: no jobs are made for past days.'],
  'recurring-never': ['invalid', 'This rule never falls due: no date lies between its first day and its last.'],
  'recurring-too-late': ['invalid', 'Choose dates up to the year 2199.'],
  'check-once-a-year': ['invalid', 'A gas safety check is due once every year, on one day of the year.'],
  'check-lead-too-long': [
    'invalid',
    'Make the job for a gas safety check at most {most} days before it: a check done earlier would move the date.',
  ],
  'date-not-of-rule': ['invalid', 'This recurring work has no date on {date}.'],
  'date-has-job': ['conflict', 'The job for {date} is already made. Change or delete that job instead.'],
  'date-is-over': ['conflict', '{date} is over.'],
  'date-moved-to-past': ['invalid', 'Choose today or a later day.'],
  'date-moved-too-far': ['invalid', 'Choose a day between the dates before and after: {from} to {to}.'],
} as const satisfies Record<string, readonly ['conflict' | 'forbidden' | 'invalid' | 'limit' | 'not-found', string]>
