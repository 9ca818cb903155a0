/** The refusals of what concerns reports of repairs, apart from the others: only the server decides on them. */
export const reportRefusals = {
  'report-not-found': ['not-found', 'This report was not found.'],
  'report-settled': ['conflict', 'Someone else has dealt with this report. Open it again to see what became of it.'],
  'report-has-job': ['conflict', 'This report has a job, so it cannot be opened again.'],
  'report-words-required': ['invalid', 'Please tell us what is wrong.'],
  'report-place-required': ['invalid', 'Please tell us the address.'],
  'report-contact-required': ['invalid', 'Please give us a mobile number or an email, so that we can reach you.'],
  'report-telephone-unclear': ['invalid', 'Please check the mobile number.'],
  'report-email-unclear': ['invalid', 'Please check the email address.'],
  'report-photos-full': ['limit', 'Send at most {most} photos.'],
  'reports-off': ['conflict', 'Turn on the reporting page first.'],
} as const satisfies Record<string, readonly ['invalid' | 'not-found' | 'conflict' | 'limit', string]>
