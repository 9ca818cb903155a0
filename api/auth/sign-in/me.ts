import type { RequestHandler } from 'express'
import { readSessionUser } from '#api/accounts/accounts.ts'
import { readEmailToConfirm } from '#api/accounts/verified-emails.ts'
import { readCompanyAt } from '#api/company/company-answer.ts'
import { notFound } from '#api/http/errors.ts'
import { readMember } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { audienceOf, visible } from '#core/model/access.ts'
import type { Me } from '#core/wire/account/session.ts'

/** GET /api/me: the signed-in user and their company, and the seq as of which the company is. */
export const me =
  ({ config, ledgerPool, images }: Services): RequestHandler =>
  async (_req, res) => {
    const { member } = res.locals
    const [user, person, read, emailToConfirm] = await Promise.all([
      readSessionUser(ledgerPool, member),
      readMember(ledgerPool, member),
      readCompanyAt(ledgerPool, member.companyId),
      readEmailToConfirm({ config, ledgerPool }, member),
    ])
    if (!user || !person || !read) throw notFound('Company not found.', 'company-not-found')
    const { logo } = read.company
    const shown = logo && images.signer.urlsOf([logo], member)[logo.imageId]
    res.json({
      user,
      memberSince: person.createdAt,
      company: visible(audienceOf(member.role), read.company),
      seq: read.seq,
      ...(logo && shown ? { logo: { imageId: logo.imageId, url: shown.display } } : {}),
      ...(emailToConfirm === undefined ? {} : { emailToConfirm }),
    } satisfies Me)
  }
