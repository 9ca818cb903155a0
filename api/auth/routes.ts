import cookieParser from 'cookie-parser'
import { Router } from 'express'
import { createAttempts } from '#api/rights/attempts/attempts.ts'
import { requireConfirmed, requireConfirmedAgain } from '#api/rights/confirmed.ts'
import { requireOwnOrigin } from '#api/rights/origin.ts'
import { createLimits } from '#api/rights/rate-limits.ts'
import { requireMember, requireSignedIn } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { paths } from '#core/wire/paths.ts'
import { closeAccount } from './accounts/close-account.ts'
import { exportPersonalData } from './accounts/personal-data.ts'
import { register } from './accounts/register.ts'
import { changeEmail } from './emails/change-email.ts'
import { confirmEmail } from './emails/confirm-email.ts'
import { undoEmail } from './emails/undo-email.ts'
import { sendVerification } from './emails/verification.ts'
import { addOwnPasskey, askForPasskey } from './passkeys/add-passkey.ts'
import { removeOwnPasskey, renameOwnPasskey } from './passkeys/own-passkey.ts'
import { challengeMember, challengeStranger, signInByPasskey } from './passkeys/use-passkey.ts'
import { changePassword } from './passwords/change-password.ts'
import { forgot } from './passwords/forgot.ts'
import { describeLink, setPasswordBy } from './passwords/set-password.ts'
import {
  renewRecoveryCodes,
  setUpAuthenticator,
  showSecondFactor,
  turnOffAuthenticator,
  turnOnAuthenticator,
} from './second-factor/authenticator.ts'
import { ownerOnly, setRule, showRule } from './second-factor/company-rule.ts'
import { confirm } from './second-factor/confirm.ts'
import { setOwnExtraChecks } from './second-factor/extra-checks.ts'
import { listSessions, signOutOne, signOutOthers } from './sessions/own-sessions.ts'
import { listSignIns } from './sessions/own-sign-ins.ts'
import { refresh } from './sessions/refresh.ts'
import { tellUnsent } from './sessions/tell-unsent.ts'
import { whoIsGone } from './sessions/who-is-gone.ts'
import { login } from './sign-in/login.ts'
import { logout } from './sign-in/logout.ts'
import { me } from './sign-in/me.ts'
import { takeSecondStep } from './sign-in/second-step.ts'
import { ownPasswords, signInMethods } from './sign-in/sign-in-methods.ts'

/** Signing in and out. Only refresh and logout use the cookie, so only they require the request to come from our own pages. */
export function authRoutes(services: Services): Router {
  const limits = createLimits(services)
  const attempts = createAttempts(services)
  const byCookie = [requireOwnOrigin(services.config), cookieParser()]
  const signedIn = requireMember(services)
  const confirmed = [signedIn, requireConfirmed(services)]
  // Also for those who have to set up a second factor before anything else.
  const anyone = requireSignedIn(services)
  const anyoneConfirmed = [anyone, requireConfirmed(services)]
  const ownOnly = [ownPasswords(services.config), cookieParser()]
  return Router()
    .get(paths.signInMethods, signInMethods(services.config))
    .post(paths.register, ownOnly, register(services, limits))
    .post(paths.login, ownOnly, login(services, attempts, limits))
    .post(paths.forgot, ownOnly, forgot(services, limits))
    .post(paths.passwordLink, ownOnly, describeLink(services))
    .post(paths.acceptInvitation, ownOnly, setPasswordBy('invitation', services, limits))
    .post(paths.reset, ownOnly, setPasswordBy('reset', services, limits))
    .post(paths.verification, ownOnly, signedIn, sendVerification(services, limits))
    .post(paths.confirmEmail, ownOnly, confirmEmail(services))
    .post(paths.email, ownOnly, signedIn, changeEmail(services, limits, attempts))
    .post(paths.undoEmail, ownOnly, undoEmail(services))
    .post(paths.password, ownOnly, signedIn, changePassword(services, attempts))
    .post(paths.secondStep, ownOnly, takeSecondStep(services, limits, attempts))
    .post(paths.confirm, ownOnly, anyone, confirm(services, attempts))
    .get(paths.secondFactor, ownOnly, anyone, showSecondFactor(services))
    .post(paths.authenticator, ownOnly, anyoneConfirmed, setUpAuthenticator(services))
    .put(paths.authenticator, ownOnly, anyoneConfirmed, turnOnAuthenticator(services))
    .delete(paths.authenticator, ownOnly, confirmed, turnOffAuthenticator(services))
    .post(paths.recoveryCodes, ownOnly, confirmed, renewRecoveryCodes(services))
    .delete(paths.account, anyoneConfirmed, cookieParser(), closeAccount(services))
    .post(paths.passkeyOptions, ownOnly, anyoneConfirmed, askForPasskey(services))
    .post(paths.passkeys, ownOnly, anyoneConfirmed, addOwnPasskey(services))
    .post(paths.passkeySignInOptions, ownOnly, challengeStranger(services, limits))
    .post(paths.passkeySignIn, ownOnly, signInByPasskey(services, limits))
    .post(paths.confirmOptions, ownOnly, signedIn, challengeMember(services))
    .put(paths.passkey, ownOnly, signedIn, renameOwnPasskey(services))
    .delete(paths.passkey, ownOnly, confirmed, removeOwnPasskey(services))
    .put(paths.extraChecks, ownOnly, confirmed, setOwnExtraChecks(services))
    .get(paths.secondFactorRule, ownOnly, signedIn, ownerOnly, showRule(services))
    .put(paths.secondFactorRule, ownOnly, signedIn, ownerOnly, requireConfirmed(services), setRule(services))
    .get(paths.personalData, [anyone, requireConfirmedAgain(services)], exportPersonalData(services))
    .put(paths.unsent, signedIn, tellUnsent(services))
    .get(paths.signIns, anyone, listSignIns(services))
    .get(paths.sessions, anyone, listSessions(services))
    .delete(paths.sessions, anyone, signOutOthers(services))
    .delete(paths.session, anyone, signOutOne(services))
    .post(paths.refresh, byCookie, refresh(services))
    .post(paths.logout, byCookie, logout(services))
    .post(paths.gone, whoIsGone(services))
    .get(paths.me, signedIn, me(services))
}
