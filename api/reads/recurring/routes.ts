import { Router } from 'express'
import { invalid, parse, refused } from '#api/http/errors.ts'
import type { WaitForProjections } from '#api/reads/wait-for-projections.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'
import type { ProjectionName } from '#core/projections/projections.ts'
import { refuseRecurring } from '#core/recurring/refuse-recurring.ts'
import { afterQuery } from '#core/wire/common.ts'
import { askedDates, recurringDatesQuery, recurringQuery } from '#core/wire/jobs/recurring.ts'
import { paths } from '#core/wire/paths.ts'
import { readJobsAhead } from './jobs-ahead.ts'
import { readDates, readOneRecurring, readRecurring } from './recurring.ts'

/** The projections that recurring work is read from. */
export const ofRecurring: readonly ProjectionName[] = ['recurring-work', 'recurring-jobs', 'sites', 'site-names']

/** The reads of recurring work, for the office alone. */
export function recurringRoutes(services: Services, waitForProjections: WaitForProjections): Router {
  const pool = services.ledgerPool
  const signedIn = requireMember(services)
  return Router()
    .get(paths.recurringWork, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      forOffice(role)
      const { after, ...asked } = parse(recurringQuery, req.query)
      await waitForProjections(companyId, ofRecurring, after)
      res.json(await readRecurring(pool, companyId, asked, services.now()))
    })
    .get(paths.recurringDates, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      forOffice(role)
      const asked = parse(askedDates, jsonIn(parse(recurringDatesQuery, req.query).rule))
      res.json({ dates: await readDates(pool, companyId, asked, services.now()) })
    })
    .get(paths.recurringMonths, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      forOffice(role)
      const { after } = parse(afterQuery, req.query)
      await waitForProjections(companyId, ofRecurring, after)
      res.json(await readJobsAhead(pool, companyId, services.now()))
    })
    .get(paths.oneRecurringWork, signedIn, async (req, res) => {
      const { companyId, role } = res.locals.member
      forOffice(role)
      const recurringId = id.safeParse(req.params.recurringId)
      const { after } = parse(afterQuery, req.query)
      await waitForProjections(companyId, ofRecurring, after)
      const read = recurringId.success
        ? await readOneRecurring(pool, companyId, recurringId.data, services.now())
        : undefined
      if (!read) throw refused(refuseRecurring('recurring-not-found'))
      res.json(read)
    })
}

function forOffice(role: Role) {
  if (!isOffice(role)) throw refused(refuse('office-only'))
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The rule is not JSON.')
  }
}
