import * as z from 'zod/mini'
import type { DescribedRoute } from '#api/http/described-route.ts'
import { goneAnswer, goneRequest } from '#core/wire/account/gone.ts'
import {
  addPasskeyAnswer,
  addPasskeyRequest,
  passkeyOptions,
  passkeySignInAnswer,
  passkeySignInRequest,
  renamePasskeyRequest,
} from '#core/wire/account/passkeys.ts'
import {
  authenticatorSetup,
  authenticatorStart,
  confirmation,
  extraChecksRequest,
  recoveryCodesAnswer,
  secondFactorAnswer,
  secondFactorRuleAnswer,
  secondFactorRuleRequest,
  secondStep,
  signInAnswer,
} from '#core/wire/account/second-factor.ts'
import { credentials, me, registration, signedIn } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'

const forMembers = { for: 'members' } as const
const done = z.object({ message: z.string() })
const post = { method: 'post', for: 'anyone' } as const

export const signInRoutes: DescribedRoute[] = [
  { ...post, path: paths.register, summary: 'Register a business', body: registration, answers: { 200: signedIn } },
  { ...post, path: paths.login, summary: 'Sign in', body: credentials, answers: { 200: signInAnswer } },
  {
    ...post,
    path: paths.secondStep,
    summary: 'Sign in with a code, after the password',
    body: secondStep,
    answers: { 200: signedIn },
  },
  {
    ...post,
    path: paths.refresh,
    summary: 'Exchange the refresh cookie for a new access token',
    answers: { 200: signedIn },
  },
  { ...post, path: paths.logout, summary: 'End the session', answers: { 204: undefined } },
  {
    ...post,
    path: paths.gone,
    summary:
      'Which people who were signed in on this device have no place any more, each by the token of their last sign-in here',
    body: goneRequest,
    answers: { 200: goneAnswer },
  },
  {
    method: 'get',
    for: 'members',
    path: paths.me,
    summary: 'The signed-in user and their company',
    answers: { 200: me },
  },
  {
    ...forMembers,
    method: 'post',
    path: paths.confirm,
    summary: 'Confirm by a code, a passkey or the password that it is still you',
    body: confirmation,
    answers: { 200: done },
  },
  {
    ...forMembers,
    method: 'get',
    path: paths.secondFactor,
    summary: 'Your authenticator app, your passkeys, and how many recovery codes are left',
    answers: { 200: secondFactorAnswer },
  },
  {
    ...forMembers,
    method: 'post',
    path: paths.authenticator,
    summary: 'A new secret for an authenticator app',
    answers: { 200: authenticatorSetup },
  },
  {
    ...forMembers,
    method: 'put',
    path: paths.authenticator,
    summary: 'Turn an authenticator app on by one of its codes',
    body: authenticatorStart,
    answers: { 200: recoveryCodesAnswer },
  },
  {
    ...forMembers,
    method: 'delete',
    path: paths.authenticator,
    summary: 'Turn the authenticator app off',
    answers: { 200: done },
  },
  {
    ...forMembers,
    method: 'post',
    path: paths.recoveryCodes,
    summary: 'Ten new recovery codes',
    answers: { 200: recoveryCodesAnswer },
  },
  {
    ...post,
    path: paths.passkeySignInOptions,
    summary: 'A challenge for a passkey to sign in with',
    answers: { 200: passkeyOptions },
  },
  {
    ...post,
    path: paths.passkeySignIn,
    summary: 'Sign in with a passkey',
    body: passkeySignInRequest,
    answers: { 200: passkeySignInAnswer },
  },
  {
    ...forMembers,
    method: 'post',
    path: paths.confirmOptions,
    summary: 'A challenge for one of your passkeys to confirm by',
    answers: { 200: passkeyOptions },
  },
  {
    ...forMembers,
    method: 'post',
    path: paths.passkeyOptions,
    summary: 'What a browser needs to make a passkey',
    answers: { 200: passkeyOptions },
  },
  {
    ...forMembers,
    method: 'post',
    path: paths.passkeys,
    summary: 'Add a passkey',
    body: addPasskeyRequest,
    answers: { 200: addPasskeyAnswer },
  },
  {
    ...forMembers,
    method: 'put',
    path: paths.passkey,
    summary: 'Rename a passkey',
    body: renamePasskeyRequest,
    answers: { 200: done },
  },
  { ...forMembers, method: 'delete', path: paths.passkey, summary: 'Remove a passkey', answers: { 200: done } },
  {
    ...forMembers,
    method: 'put',
    path: paths.extraChecks,
    summary: 'Choose whether you are asked to confirm that it is you before big changes',
    body: extraChecksRequest,
    answers: { 200: done },
  },
  {
    method: 'get',
    for: 'owner',
    path: paths.secondFactorRule,
    summary: 'Whom the company requires to have a second factor, and which owners and admins have none',
    answers: { 200: secondFactorRuleAnswer },
  },
  {
    method: 'put',
    for: 'owner',
    path: paths.secondFactorRule,
    summary:
      'Require a second factor of nobody, the owners or the office. Needs one of your own, and a confirmation within the last ten minutes',
    body: secondFactorRuleRequest,
    answers: { 200: done },
  },
]
