import type { Scope } from './scopes.ts'

/**
 * What a key for the jobs of one agency may be let at. It only reads: what it wrote could tell it of the jobs of others, or change whose
 * job is whose. Parts and recurring work are of no agency.
 */
export const scopesForOneAgency: readonly Scope[] = [
  'jobs:read',
  'sites:read',
  'deadlines:read',
  'files:read',
  'history:read',
]

export const isForOneAgency = (scope: Scope): boolean => scopesForOneAgency.includes(scope)

/** What was said of a job's agency: `agency` is missing where it stayed. */
type Referral = { seq: number; agency?: string | undefined }

/** Whether two names of an agency mean the same one. */
export const isSameAgency = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * The event with which a job became an agency's; 0 if it was never another's before, and undefined if it is not theirs now. What happened
 * before is the other's: an agency is never told of it. `referrals` are those of the job in order.
 */
export function ownedSince(referrals: readonly Referral[], agency: string): number | undefined {
  let since: number | undefined
  let wasOthers = false
  for (const { seq, agency: named } of referrals) {
    if (named === undefined) continue
    if (isSameAgency(named, agency)) since ??= wasOthers ? seq : 0
    else {
      since = undefined
      wasOthers ||= named !== ''
    }
  }
  return since
}
