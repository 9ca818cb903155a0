import { expect, test } from 'vitest'
import type { AuditEntry } from '#core/wire/account/audit.ts'
import { securitySentence, triedIn } from './sentence.ts'

const saying = (kind: AuditEntry['kind'], detail = '', target = '') =>
  securitySentence({ kind, detail, target }, (userId) => (userId === '7' ? 'tom.okafor' : ''))

test('each kind of entry is a sentence', () => {
  expect([
    saying('signed-in'),
    saying('signed-in', 'provider'),
    saying('signed-in', 'code'),
    saying('sign-in-failed', 'password'),
    saying('sign-in-failed', 'code'),
    saying('sign-in-failed', 'wrong-password'),
    saying('refused', 'owner-only', 'RemoveMember'),
    saying('refused', 'claims-refused', 'POST /api/setCustomClaims'),
    saying('exported', 'jobs'),
    saying('exported', 'evidence', '1042'),
    saying('role-changed', 'admin', '7'),
    saying('role-changed', 'removed', '7'),
    saying('role-changed', 'invited-team', '8'),
    saying('key-changed', 'calendar-link'),
    saying('key-changed', 'authenticator-ended'),
  ]).toEqual([
    'signed in',
    'signed in with their organisation’s account',
    'signed in with a password and a code',
    'failed to sign in: the password was wrong',
    'failed to sign in: the password was right, the code was wrong',
    'failed to change their password or email: the current password was wrong',
    'was refused: Only the owner may do this.',
    'was refused: Not allowed.',
    'exported the jobs',
    'exported the evidence of job 1042',
    'made tom.okafor an admin',
    'removed tom.okafor',
    'invited a person to be a team member',
    'made a calendar link',
    'turned their authenticator app off',
  ])
})

test('a command that was refused is told in words, another call by its address', () => {
  expect(triedIn('RemoveMember')).toBe('remove member')
  expect(triedIn('GET /api/history/export')).toBe('GET /api/history/export')
})
