import cookieParser from 'cookie-parser'
import { Router } from 'express'
import { paths } from '#core/wire.ts'
import type { Services } from '../services.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { me } from './me.ts'
import { requireOwnOrigin } from './origin.ts'
import { createLimits } from './rate-limits.ts'
import { refresh } from './refresh.ts'
import { register } from './register.ts'
import { requireMember } from './require-member.ts'

/** Signing in and out. Only refresh and logout act on the cookie, and they want to be asked by a page of ours. */
export function authRoutes(services: Services): Router {
  const limits = createLimits(services)
  const byCookie = [requireOwnOrigin(services.config), cookieParser()]
  return Router()
    .post(paths.register, register(services, limits))
    .post(paths.login, login(services, limits))
    .post(paths.refresh, byCookie, refresh(services))
    .post(paths.logout, byCookie, logout(services))
    .get(paths.me, requireMember(services), me(services))
}
