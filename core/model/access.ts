import type { ActorRole } from './messages.ts'

/** Owner and admin are the office; the system acts for the office. */
export const isOffice = (role: ActorRole) => role !== 'team' && role !== 'tenant'

const isOwner = (role: ActorRole) => role === 'owner'

/** Which of the two kinds of reader a role is. */
export type Audience = 'office' | 'team'
export const audienceOf = (role: ActorRole): Audience => (isOffice(role) ? 'office' : 'team')

/** A document or row as a reader may see it: `office` is never sent to the team. */
export function visible<T extends object>(audience: Audience, body: T): T {
  if (audience === 'office' || !('office' in body)) return body
  const { office: _, ...rest } = body
  return rest as T
}

/** What a role may do, for screens to show or hide. The rules themselves are enforced in `decide`. */
export const may = {
  /** What everybody may change: ticks, comments, photos, times on site, parts and their own to-dos. */
  work: (_role: ActorRole) => true,
  createJob: isOffice,
  editJob: isOffice,
  schedule: isOffice,
  seePrices: isOffice,
  seeOfficeFacts: isOffice,
  manageProjections: isOffice,
  manageUsers: isOwner,
  inviteUsers: isOwner,
  erase: isOwner,
  buyPlans: isOwner,
  closeCompany: isOwner,
  setSignInRules: isOwner,
}
export type Right = keyof typeof may

/** What nobody may do in a company that was closed. The owner still removes people and erases by law; everybody still reads. */
const goneWhileClosed: readonly Right[] = [
  'work',
  'createJob',
  'editJob',
  'schedule',
  'inviteUsers',
  'buyPlans',
  'setSignInRules',
]

/** What a role may do now: {@link may}, but for changes of a company that was closed. */
export const mayNow = (right: Right, role: ActorRole, isClosed: boolean): boolean =>
  may[right](role) && !(isClosed && goneWhileClosed.includes(right))
