import type { ErrorRequestHandler, Request } from 'express'
import { HttpFailure } from '#api/http/errors.ts'
import { refusals } from '#core/model/refusals.ts'
import type { AuditKind } from '#core/wire/account/audit.ts'
import { codeNeeded, passwordNeeded, secondFactorNeeded, signInNeeded } from '#core/wire/account/confirmation-codes.ts'
import type { AuditLog } from './audit-log.ts'
import type { Noted } from './repeats.ts'

type Person = { companyId: string; userId: string }

/** Something that a person did by a request, with the address and the device that it came from. */
export const doneBy = (
  req: Request,
  { companyId, userId }: Person,
  kind: AuditKind,
  detail = '',
  target = '',
): Noted => ({
  companyId,
  userId,
  kind,
  detail,
  target,
  address: (req.ip ?? '').replace(/^::ffff:/, ''),
  device: req.get('user-agent') ?? '',
})

/** Whether a rule's code refuses a right, as opposed to a value or a limit of the plan; undefined for a code of no rule. */
export const refusesRight = (code: string): boolean | undefined =>
  isOfRule(code) ? refusals[code][0] === 'forbidden' : undefined

const isOfRule = (code: string): code is keyof typeof refusals => Object.hasOwn(refusals, code)

/** Notes each request of a member that is refused for want of a right, then passes the failure on. */
export const noteRefusals =
  (audit: AuditLog): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    const { member } = res.locals
    if (member && error instanceof HttpFailure && error.status === 403) {
      const { code } = error.body
      if (asksAgain.has(code)) return next(error)
      if (wrongProofs.has(code)) audit.note(doneBy(req, member, 'sign-in-failed', code))
      else if (refusesRight(code) ?? true)
        audit.note(doneBy(req, member, 'refused', code, `${req.method} ${req.route?.path}`))
    }
    next(error)
  }

/** A change of password with the wrong present one, and a wrong confirmation. */
const wrongProofs = new Set(['wrong-password', 'wrong-password-again', 'wrong-code', 'wrong-passkey'])
/** Refusals of no right: the person confirms that it is they, or sets up a second factor, and goes on. */
const asksAgain = new Set<string>([codeNeeded, passwordNeeded, signInNeeded, secondFactorNeeded])
