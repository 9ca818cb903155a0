import type { RequestHandler } from 'express'
import type { Config } from '#api/config/config.ts'
import { HttpFailure } from '#api/http/errors.ts'
import type { SignInMethods } from '#core/wire/account/session.ts'

/** GET /api/auth/methods: how people sign in here. */
export const signInMethods =
  ({ external }: Pick<Config, 'external'>): RequestHandler =>
  (_req, res) =>
    void res.json({ password: !external, external: external !== undefined } satisfies SignInMethods)

/** Refuses the password routes if people sign in with an external identity provider. */
export const ownPasswords =
  ({ external }: Pick<Config, 'external'>): RequestHandler =>
  (_req, _res, next) => {
    if (external) throw externalOnly
    next()
  }

const externalOnly = new HttpFailure(403, {
  error: 'Sign in with your organisation’s account instead.',
  code: 'external-sign-in',
})
