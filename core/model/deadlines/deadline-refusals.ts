/** The refusals of deadlines that only the server decides on, apart from the others, so that no page loads their sentences. */
export const deadlineRefusals = {
  'hazard-required': ['invalid', 'Choose what the hazard is.'],
  'severity-required': ['invalid', 'Choose how serious the hazard is.'],
  'aware-ahead': ['invalid', 'A report cannot be received in the future.'],
  'no-rule-yet': [
    'invalid',
    'This law covers {hazard} as {severity} from {day}. An earlier report counts once it is raised again after that day.',
  ],
  'no-rule': ['invalid', 'This law has no deadlines for {hazard} as {severity}. Use a service level of your own.'],
  'duty-not-found': ['not-found', 'These deadlines are not on the job.'],
  'duty-ended': ['conflict', 'These deadlines have ended.'],
  'duties-full': ['limit', 'A job can have up to {most} hazards and service levels.'],
  'explanations-full': ['limit', 'A hazard can have up to {most} explanations, offers or letters.'],
  'already-investigated': ['conflict', 'The investigation is finished. Take that back first.'],
  'later-steps-met': ['conflict', 'A later step is done already. Take that back first.'],
  'deadline-fixed': ['invalid', 'The law does not extend this deadline. Say why it is late instead.'],
  'deadline-latest': ['invalid', 'The law allows {day} at the latest.'],
  'put-off-earlier': ['invalid', 'The new deadline must be later than the current one.'],
  'level-not-found': ['not-found', 'Your company no longer has this service level.'],
  'summary-empty': ['invalid', 'Say what was found, and what work follows or why there is none.'],
  'summary-not-found': ['not-found', 'This summary has not been written.'],
  'summary-sent': ['conflict', 'This summary was sent, so it stays as it is. Write another one.'],
} as const satisfies Record<string, readonly ['invalid' | 'not-found' | 'conflict' | 'limit', string]>
