import type { RequestHandler } from 'express'
import type { Config } from '#api/config/config.ts'
import { HttpFailure } from '#api/http/errors.ts'
import type { SignInMethods } from '#core/wire/account/session.ts'

/** GET /api/auth/methods: how people sign in here. */
export const signInMethods =
  ({ external }: Pick<Config, 'external'>): RequestHandler =>
  (_req, res) =>
    void res.json({ password: !external, external: external !== undefined } satisfies SignInMethods)

/** Refuses what is done with passwords of ours where an outside issuer says who people are. */
export const ownPasswords =
  ({ external }: Pick<Config, 'external'>): RequestHandler =>
  (_req, _res, next) => {
    if (external) throw externalOnly
    next()
  }

const externalOnly = new HttpFailure(403, {
  error: 'Here people sign in with the account of their organisation.',
  code: 'external-sign-in',
})
