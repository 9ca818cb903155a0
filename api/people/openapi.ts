import type { DescribedRoute } from '#api/http/described-route.ts'
import * as erasure from '#core/wire/erasure.ts'
import { paths } from '#core/wire/paths.ts'
import * as people from '#core/wire/people.ts'
import { done } from '#core/wire/spec-calls.ts'
import { signedIn } from '#core/wire/wire.ts'

const post = { method: 'post', for: 'anyone' } as const
const members = { for: 'members' } as const
const owner = { for: 'owner' } as const

/** Passwords, sessions, and the people of a company. */
export const peopleRoutes: DescribedRoute[] = [
  {
    ...owner,
    method: 'get',
    path: paths.erasures,
    summary: 'What of an entry of the history can be erased by law, and where else the same is',
    query: erasure.erasableQuery,
    answers: { 200: erasure.erasableAnswer },
  },
  {
    ...post,
    ...owner,
    path: paths.erasures,
    summary: 'Erase texts and photos of entries for good, with a reason that stays',
    body: erasure.erasureRequest,
    answers: { 200: erasure.erasureAnswer },
  },
  {
    ...post,
    ...owner,
    path: paths.memberErasure,
    summary: 'Erase the name and email of a former member for good',
    body: erasure.memberErasureRequest,
    answers: { 200: erasure.memberErasureAnswer },
  },
  {
    method: 'get',
    for: 'anyone',
    path: paths.signInMethods,
    summary: 'Whether people sign in here by a password of ours or by an outside identity provider',
    answers: { 200: people.signInMethods },
  },
  {
    ...post,
    path: paths.forgot,
    summary: 'Send a link that sets a new password, if the email has an account; answered alike if it has none',
    body: people.forgotten,
    answers: { 200: done },
  },
  {
    ...post,
    path: paths.passwordLink,
    summary: 'Whom a link is for; it stays good',
    body: people.passwordLink,
    answers: { 200: people.passwordLinkAnswer },
  },
  {
    ...post,
    path: paths.acceptInvitation,
    summary: "Set an invited person's first password by their link, and sign in",
    body: people.passwordByLink,
    answers: { 200: signedIn },
  },
  {
    ...post,
    path: paths.reset,
    summary: 'Set a new password by a link, and sign in; all other sessions end',
    body: people.passwordByLink,
    answers: { 200: signedIn },
  },
  {
    ...post,
    ...members,
    path: paths.password,
    summary: "Change one's password; one's other sessions end",
    body: people.passwordChange,
    answers: { 200: done },
  },
  {
    ...members,
    method: 'get',
    path: paths.sessions,
    summary: 'Where one is signed in',
    answers: { 200: people.sessionsAnswer },
  },
  {
    ...members,
    method: 'delete',
    path: paths.sessions,
    summary: 'Sign out everywhere else',
    answers: { 200: done },
  },
  {
    ...members,
    method: 'delete',
    path: paths.session,
    summary: "End one of one's own sessions",
    answers: { 200: done },
  },
  {
    ...post,
    ...owner,
    path: paths.addTeamMember,
    summary:
      'Invite a person. They get a mail with a link that sets their password; where no mail server is set, the link is answered, once.',
    body: people.addTeamMemberRequest,
    answers: { 200: people.invitationAnswer },
  },
  {
    ...post,
    ...owner,
    path: paths.invitation,
    summary: 'Make another link for an invited person; those before it are over',
    answers: { 200: people.invitationAnswer },
  },
  {
    ...post,
    ...members,
    path: paths.setCustomClaims,
    summary: 'An owner makes a member admin or team; anyone may say again what they are. All else is refused.',
    body: people.customClaimsRequest,
    answers: { 200: done },
  },
  {
    ...owner,
    method: 'put',
    path: paths.user,
    summary: 'Give a person another role, at once',
    body: people.changeUserRequest,
    answers: { 200: done },
  },
  {
    ...owner,
    method: 'delete',
    path: paths.user,
    summary: 'Remove a person from the company, at once',
    answers: { 200: done },
  },
]
