import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { forgotten } from '#core/wire-people.ts'
import { invalid, parse } from '../errors.ts'
import { addMail } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { isEmail, normalEmail } from './email.ts'
import type { Limits } from './rate-limits.ts'
import { requireFields } from './required-fields.ts'

/**
 * POST /api/auth/forgot. The mail is put in line for any email; whether it has an account is looked up when it is sent, so that
 * neither the answer nor the time it takes tells.
 */
export const forgot =
  ({ authPool }: Services, limits: Limits): RequestHandler =>
  async (req, res) => {
    requireFields(req.body, ['email'])
    const email = normalEmail(parse(forgotten, req.body).email)
    if (!isEmail(email)) throw invalid('Please enter a valid email address.', 'email', 'email-invalid')
    await limits.forgotten(email, req.ip ?? '')
    await addMail(authPool, { mailId: uuid(), kind: 'reset', recipient: email })
    res.json({ message: 'If this email has an account, a link is on its way to it.' })
  }
