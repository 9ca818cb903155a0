import * as z from 'zod/mini'
import { earlierName, memberDetails } from '#core/member/details.ts'
import { roles } from '#core/model/messages.ts'
import { id, instant, text } from '#core/model/values.ts'

const username = text(100)
const role = z.enum(['admin', 'team'])

/**
 * GET /api/team. Emails and the two times are for the owner only. Removed people are listed without their telephone number, so that
 * their past work keeps a name; `earlierNames` are those that it was done under, each until an instant.
 */
const teamMember = z.object({
  userId: id,
  username: z.string(),
  userRole: z.enum(roles),
  state: z.enum(['invited', 'active', 'removed']),
  email: z.optional(z.string()),
  createdAt: z.optional(instant),
  lastActiveAt: z.optional(instant),
  /** Set for a former member whose name and email were erased. */
  erased: z.optional(z.boolean()),
  ...memberDetails.shape,
  earlierNames: z.optional(z.array(earlierName)),
  /**
   * For the office: what the person's devices said last of changes and photos that were refused on them or that they have not sent, and
   * when; missing if there are none.
   */
  unsentWork: z.optional(
    z.object({ refused: z.int(), waiting: z.int(), oldest: z.optional(instant), toldOfAt: instant }),
  ),
})
export const teamAnswer = z.object({ users: z.array(teamMember), seq: z.int() })
export type TeamAnswer = z.infer<typeof teamAnswer>

/** POST /api/addTeamMember. The full name and the telephone number may be added later. */
export const addTeamMemberRequest = z.strictObject({
  username,
  email: text(254),
  role,
  companyId: z.string(),
  fullName: memberDetails.shape.fullName,
  telephone: memberDetails.shape.telephone,
})
/** `link` sets a password. It is shown once, to be passed on by hand, if no email can be sent. */
export const invitationAnswer = z.object({ userId: id, link: z.optional(z.string()), expiresAt: instant })
export type InvitationAnswer = z.infer<typeof invitationAnswer>

/** PUT /api/users/{id} */
export const changeUserRequest = z.strictObject({ role })

/** POST /api/claims/setCustomClaims */
export const customClaimsRequest = z.strictObject({
  uid: z.string(),
  userRole: z.enum(roles),
  username,
  companyId: z.string(),
})
