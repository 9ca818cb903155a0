/** The refusals of what tenants do by their links, apart from the others, so that no page loads their sentences. */
export const tenantRefusals = {
  'link-ended': ['not-found', 'This link has ended. Please call us.'],
  'visit-changed': ['conflict', 'The visit has changed since you opened this page. Please look at it again.'],
  'times-required': ['invalid', 'Choose at least one time that suits you.'],
  'times-passed': ['invalid', 'Choose times in the next few weeks.'],
  'asked-often': ['limit', 'You have asked too many times. Please call us.'],
  'written-often': ['limit', 'You have written too many messages. Please call us.'],
  'photos-full': ['limit', 'You have sent {most} photos, the most for one repair. Please call us.'],
  'text-not-failed': ['not-found', 'This text isn’t waiting to be sent again.'],
  'way-refused': ['conflict', '{name} asked for no {ways}.'],
  'links-full': ['limit', 'This job has had {most} links for tenants, the most that one job can have.'],
} as const satisfies Record<string, readonly ['invalid' | 'not-found' | 'conflict' | 'limit', string]>
