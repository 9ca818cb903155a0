import type { RequestHandler } from 'express'
import { audienceOf, visible } from '#core/access.ts'
import type { Me } from '#core/wire.ts'
import { readCompany } from '../company-answer.ts'
import { notFound } from '../errors.ts'
import type { Services } from '../services.ts'
import { readSessionUser } from './accounts.ts'
import { readMember } from './rights.ts'

/** GET /api/me: who asks, and their company. */
export const me =
  ({ ledgerPool }: Services): RequestHandler =>
  async (_req, res) => {
    const { member } = res.locals
    const [user, person, company] = await Promise.all([
      readSessionUser(ledgerPool, member),
      readMember(ledgerPool, member),
      readCompany(ledgerPool, member.companyId),
    ])
    if (!user || !person || !company) throw notFound('Company not found.', 'company-not-found')
    res.json({ user, memberSince: person.createdAt, company: visible(audienceOf(member.role), company) } satisfies Me)
  }
