import type { DescribedRoute } from '#api/http/described-route.ts'
import { confirmedEmail, emailChange, emailLink, undoneEmail } from '#core/wire/account/emails.ts'
import {
  forgottenPassword,
  passwordByLink,
  passwordChange,
  passwordLink,
  passwordLinkAnswer,
} from '#core/wire/account/passwords.ts'
import { personalData } from '#core/wire/account/personal-data.ts'
import {
  sessionsAnswer,
  signedIn,
  signInMethods,
  signInsAnswer,
  signInsQuery,
  unsentRequest,
} from '#core/wire/account/session.ts'
import {
  addTeamMemberRequest,
  changeUserRequest,
  customClaimsRequest,
  invitationAnswer,
} from '#core/wire/account/team.ts'
import * as erasure from '#core/wire/erasure.ts'
import { paths } from '#core/wire/paths.ts'
import { messageAnswer } from '#core/wire/spec-calls.ts'

const post = { method: 'post', for: 'anyone' } as const
const members = { for: 'members' } as const
const owner = { for: 'owner' } as const

/** Passwords, sessions, and the people of a company. */
export const peopleRoutes: DescribedRoute[] = [
  {
    ...owner,
    method: 'get',
    path: paths.erasures,
    summary: 'What can be erased from a history entry by law, and where else it is found',
    query: erasure.erasableQuery,
    answers: { 200: erasure.erasableAnswer },
  },
  {
    ...post,
    ...owner,
    path: paths.erasures,
    summary: 'Permanently erase texts and photos from entries, with a reason that is kept',
    body: erasure.erasureRequest,
    answers: { 200: erasure.erasureAnswer },
  },
  {
    ...post,
    ...owner,
    path: paths.memberErasure,
    summary: 'Permanently erase the name and email of a former member',
    body: erasure.memberErasureRequest,
    answers: { 200: erasure.memberErasureAnswer },
  },
  {
    method: 'get',
    for: 'anyone',
    path: paths.signInMethods,
    summary: 'Whether people sign in with a Fettle password or through an external identity provider',
    answers: { 200: signInMethods },
  },
  {
    ...post,
    path: paths.forgot,
    summary:
      'Email a link for setting a new password, if the address has an account; the response is the same if it has none',
    body: forgottenPassword,
    answers: { 200: messageAnswer },
  },
  {
    ...post,
    path: paths.passwordLink,
    summary: 'Who a link is for; the link stays valid',
    body: passwordLink,
    answers: { 200: passwordLinkAnswer },
  },
  {
    ...post,
    path: paths.acceptInvitation,
    summary: "Set an invited person's first password with their link, and sign in",
    body: passwordByLink,
    answers: { 200: signedIn },
  },
  {
    ...post,
    path: paths.reset,
    summary: 'Set a new password with a link, and sign in; all other sessions end',
    body: passwordByLink,
    answers: { 200: signedIn },
  },
  {
    ...post,
    path: paths.confirmEmail,
    summary: 'Confirm an email, or a change of email, with the link that was mailed to it',
    body: emailLink,
    answers: { 200: confirmedEmail },
  },
  {
    ...post,
    path: paths.undoEmail,
    summary:
      'Take a change of email back with the link that was mailed to the earlier address; all sessions and the password end',
    body: emailLink,
    answers: { 200: undoneEmail },
  },
  {
    ...post,
    ...members,
    path: paths.email,
    summary: "Email a link to the caller's new address, which changes their email when it is used",
    body: emailChange,
    answers: { 200: messageAnswer },
  },
  {
    ...post,
    ...members,
    path: paths.verification,
    summary:
      'Email the caller another link that confirms their email; `emailToConfirm` of GET /api/me says whether one is needed',
    answers: { 200: messageAnswer },
  },
  {
    ...post,
    ...members,
    path: paths.password,
    summary: "Change the caller's password; their other sessions end",
    body: passwordChange,
    answers: { 200: messageAnswer },
  },
  {
    ...members,
    method: 'get',
    path: paths.personalData,
    summary: 'A file with what is kept about the caller: account, sessions, sign-ins, to-dos and calendar link',
    answers: { 200: personalData },
  },
  {
    ...members,
    method: 'delete',
    path: paths.account,
    summary:
      "Close the caller's account, for good. The caller must have confirmed their identity within the last ten minutes; the owner's account closes with the company",
    answers: { 200: messageAnswer },
  },
  {
    ...members,
    method: 'get',
    path: paths.signIns,
    summary: "The caller's newest sign-ins of the last 30 days, and wrong passwords given for them",
    query: signInsQuery,
    answers: { 200: signInsAnswer },
  },
  {
    ...members,
    method: 'put',
    path: paths.unsent,
    summary:
      "How many changes and photos the caller's device has not sent or had refused, for the list of their sessions and for the office",
    body: unsentRequest,
    answers: { 200: messageAnswer },
  },
  {
    ...members,
    method: 'get',
    path: paths.sessions,
    summary: "The caller's sessions",
    answers: { 200: sessionsAnswer },
  },
  {
    ...members,
    method: 'delete',
    path: paths.sessions,
    summary: 'Sign out everywhere else',
    answers: { 200: messageAnswer },
  },
  {
    ...members,
    method: 'delete',
    path: paths.session,
    summary: "End one of the caller's sessions",
    answers: { 200: messageAnswer },
  },
  {
    ...post,
    ...owner,
    path: paths.addTeamMember,
    summary:
      'Invite a person. They are emailed a link for setting their password; if no mail server is configured, the link is returned, once.',
    body: addTeamMemberRequest,
    answers: { 200: invitationAnswer },
  },
  {
    ...post,
    ...owner,
    path: paths.invitation,
    summary: 'Create a new link for an invited person; earlier links stop working',
    answers: { 200: invitationAnswer },
  },
  {
    ...post,
    ...members,
    path: paths.setCustomClaims,
    summary: 'An owner makes a member admin or team; anyone may repeat their own role. Everything else is refused.',
    body: customClaimsRequest,
    answers: { 200: messageAnswer },
  },
  {
    ...owner,
    method: 'put',
    path: paths.user,
    summary: "Change a person's role, with immediate effect",
    body: changeUserRequest,
    answers: { 200: messageAnswer },
  },
  {
    ...owner,
    method: 'delete',
    path: paths.user,
    summary: 'Remove a person from the company, with immediate effect',
    answers: { 200: messageAnswer },
  },
]
