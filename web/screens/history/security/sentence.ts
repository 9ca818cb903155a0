import { refusals } from '#core/model/refusals.ts'
import type { AuditEntry } from '#core/wire/account/audit.ts'

const exported: Record<string, string> = {
  jobs: 'exported the jobs',
  parts: 'exported the parts',
  bookings: 'exported the bookings',
  history: 'exported the history',
  'personal-data': 'downloaded their own data',
}

const keys: Record<string, string> = {
  password: 'changed their password',
  'password-by-link': 'set a new password using a link',
  email: 'changed their email',
  'email-restored': 'reversed a change of their email',
  'calendar-link': 'made a calendar link',
  authenticator: 'set up an authenticator app',
  'authenticator-ended': 'turned their authenticator app off',
  'authenticator-reset': 'had their second factor removed by the operator',
  'recovery-codes': 'made new recovery codes',
  passkey: 'added a passkey',
  'passkey-ended': 'removed a passkey',
  'second-factor-for-nobody': 'stopped requiring two-factor sign-in',
  'second-factor-for-owner': 'required two-factor sign-in of the owners',
  'second-factor-for-office': 'required two-factor sign-in of the whole office',
  'extra-checks': 'turned extra checks on',
  'extra-checks-ended': 'turned extra checks off',
  'company-closed': 'closed the company',
  'company-reopened': 'reopened the company',
  'calendar-link-ended': 'turned their calendar link off',
  webhook: 'made a webhook',
  'webhook-changed': 'changed a webhook',
  'webhook-secret': 'gave a webhook a new secret',
  'webhook-deleted': 'deleted a webhook',
  'webhook-paused': 'paused a webhook',
  'webhook-on': 'turned a webhook on',
}

const apiKeys: Record<string, string> = { 'api-key': 'made', 'api-key-revoked': 'revoked' }

const signedIn: Record<string, string> = {
  provider: 'signed in with their organisation’s account',
  code: 'signed in with a password and a code',
  'recovery-code': 'signed in with a password and a recovery code',
  passkey: 'signed in with a passkey',
}

const failed: Record<string, string> = {
  password: 'failed to sign in: the password was wrong',
  code: 'failed to sign in: the password was right, the code was wrong',
  'wrong-password-again': 'failed to confirm with their password: it was wrong',
  passkey: 'failed to sign in: the passkey was not accepted',
  'wrong-passkey': 'failed to confirm with a passkey: it was not accepted',
  'wrong-code': 'failed to confirm with a code: it was wrong',
  'wrong-password': 'failed to change their password or email: the current password was wrong',
}

/** What an entry of the audit list says after the person's name. `nameOf` gives the name of a person by their id. */
export function securitySentence(
  { kind, detail, target }: Pick<AuditEntry, 'kind' | 'detail' | 'target'>,
  nameOf: (userId: string) => string,
): string {
  switch (kind) {
    case 'signed-in':
      return signedIn[detail] ?? 'signed in'
    case 'sign-in-failed':
      return failed[detail] ?? 'failed to sign in'
    case 'refused':
      return `was refused: ${sentenceOf(detail)}`
    case 'exported':
      return detail === 'evidence'
        ? `exported the evidence of job ${target}`
        : (exported[detail] ?? `exported ${detail}`)
    case 'role-changed':
      return changeOf(detail, nameOf(target) || 'a person')
    case 'key-changed':
      if (apiKeys[detail]) return `${apiKeys[detail]} ${nameOf(target) || 'an API key'}`
      return keys[detail] ?? `changed a key: ${detail}`
  }
}

/** What was tried by a call or a command that was refused: 'RemoveMember' is 'remove member'. */
export const triedIn = (target: string): string =>
  target.includes('/') ? target : target.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()

const changeOf = (detail: string, name: string): string =>
  detail === 'closed'
    ? 'closed their account'
    : detail === 'removed' || detail === 'restored'
      ? `${detail} ${name}`
      : detail.startsWith('invited-')
        ? `invited ${name} to be ${roles[detail.slice('invited-'.length)] ?? detail}`
        : `made ${name} ${roles[detail] ?? detail}`

const roles: Record<string, string> = { admin: 'an admin', team: 'a team member', owner: 'the owner' }

const sentenceOf = (code: string): string => (isOfRule(code) ? refusals[code][1] : (ofKeys[code] ?? 'Not allowed.'))

const ofKeys: Record<string, string> = {
  'api-key-scope': 'The API key was made without that right.',
  'people-only': 'Only people can do that, not API keys.',
}

const isOfRule = (code: string): code is keyof typeof refusals => Object.hasOwn(refusals, code)
