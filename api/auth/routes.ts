import cookieParser from 'cookie-parser'
import { Router } from 'express'
import { paths } from '#core/wire.ts'
import type { Services } from '../services.ts'
import { changePassword } from './change-password.ts'
import { forgot } from './forgot.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { me } from './me.ts'
import { requireOwnOrigin } from './origin.ts'
import { listSessions, signOutOne, signOutOthers } from './own-sessions.ts'
import { createLimits } from './rate-limits.ts'
import { refresh } from './refresh.ts'
import { register } from './register.ts'
import { requireMember } from './require-member.ts'
import { describeLink, setPasswordBy } from './set-password.ts'
import { ownPasswords, signInMethods } from './sign-in-methods.ts'

/** Signing in and out. Only refresh and logout act on the cookie, and they want to be asked by a page of ours. */
export function authRoutes(services: Services): Router {
  const limits = createLimits(services)
  const byCookie = [requireOwnOrigin(services.config), cookieParser()]
  const signedIn = requireMember(services)
  const ownOnly = ownPasswords(services.config)
  return Router()
    .get(paths.signInMethods, signInMethods(services.config))
    .post(paths.register, ownOnly, register(services, limits))
    .post(paths.login, ownOnly, login(services, limits))
    .post(paths.forgot, ownOnly, forgot(services, limits))
    .post(paths.passwordLink, ownOnly, describeLink(services, limits))
    .post(paths.acceptInvitation, ownOnly, setPasswordBy('invitation', services, limits))
    .post(paths.reset, ownOnly, setPasswordBy('reset', services, limits))
    .post(paths.password, ownOnly, signedIn, changePassword(services, limits))
    .get(paths.sessions, signedIn, listSessions(services))
    .delete(paths.sessions, signedIn, signOutOthers(services))
    .delete(paths.session, signedIn, signOutOne(services))
    .post(paths.refresh, byCookie, refresh(services))
    .post(paths.logout, byCookie, logout(services))
    .get(paths.me, signedIn, me(services))
}
