import type { Request, RequestHandler, Response } from 'express'
import { isEmail, normalEmail } from '#api/accounts/email.ts'
import { linkAddress } from '#api/accounts/link-address.ts'
import { requireVerifiedEmail } from '#api/accounts/verified-emails.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { type Invitation, invitationAnswer, inviteAgain, inviteMember } from '#api/auth/accounts/invite-member.ts'
import { requireFields } from '#api/auth/accounts/required-fields.ts'
import { requireOwnCompany } from '#api/company/own-company.ts'
import { HttpFailure, invalid, parse, refused } from '#api/http/errors.ts'
import type { Limits } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'
import { may } from '#core/model/access.ts'
import { isRefusal, refuse } from '#core/model/refusals.ts'
import { addTeamMemberRequest } from '#core/wire/account/team.ts'
import { userIdOf } from './users.ts'

/** POST /api/addTeamMember: invites a person, who sets a password through a link. */
export const addTeamMember =
  (services: Services, limits: Limits): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    requireFields(req.body, ['username', 'email', 'role'])
    const request = parse(addTeamMemberRequest, req.body)
    requireOwnCompany(member, request.companyId)
    if (!may.manageUsers(member.role)) throw refused(refuse('owner-only'))
    await requireVerifiedEmail(services, member)
    linkAddress(services.config, req)
    const email = normalEmail(request.email)
    if (!isEmail(email)) throw invalid('Please enter a valid email address.', 'email', 'email-invalid')
    await limits.invitation(member.companyId)
    const { fullName, telephone } = request
    const username = request.username.trim()
    const invitation = await inviteMember(services, member, {
      ...{ username, email, userRole: request.role, details: { fullName, telephone } },
      record: (client, userId) =>
        services.audit.recordIn(client, doneBy(req, member, 'role-changed', `invited-${request.role}`, userId)),
    })
    if (invitation === 'email-taken') throw notAdded
    if (isRefusal(invitation)) throw refused(invitation)
    answer(services, req, res, invitation)
  }

/** POST /api/users/:userId/invitation: a new link for someone who has not joined yet. */
export const addInvitation =
  (services: Services, limits: Limits): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    if (!may.manageUsers(member.role)) throw refused(refuse('owner-only'))
    await requireVerifiedEmail(services, member)
    linkAddress(services.config, req)
    await limits.invitation(member.companyId)
    const invitation = await inviteAgain(services, member, userIdOf(req.params.userId))
    if (isRefusal(invitation)) throw refused(invitation)
    answer(services, req, res, invitation)
  }

function answer(services: Services, req: Request, res: Response, invitation: Invitation) {
  services.bell.ring('fettle_appended', [res.locals.member.companyId])
  res.json(invitationAnswer(services, req, invitation))
}

/** Does not reveal whose account has the email, or in which company. */
const notAdded = new HttpFailure(409, {
  error: 'This email cannot be added. Use another one.',
  code: 'not-added',
  field: 'email',
})
