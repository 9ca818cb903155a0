import { type RequestHandler, Router } from 'express'
import { doneBy } from '#api/audit/from-request.ts'
import { companyTimeZone, startOf } from '#api/history/time-zone.ts'
import { HttpFailure, invalid, notFound, parse, refused } from '#api/http/errors.ts'
import { requireConfirmed } from '#api/rights/confirmed.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { isForOneAgency } from '#core/api-keys/only-jobs-of.ts'
import { isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'
import { addDays } from '#core/time/wall-clock.ts'
import { type MadeApiKey, mostApiKeys, newApiKey } from '#core/wire/connections/api-keys.ts'
import { paths } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { makeKey, revokeKey } from './keep-keys.ts'
import { readCalls, readKeys } from './read-keys.ts'

/** The keys by which other programs call the API in a company's name, for its office. */
export function connectionRoutes(services: Services): Router {
  const { audit, authPool, ledgerPool, now } = services
  const office: RequestHandler[] = [requireMember(services), officeOnly]
  return Router()
    .get(paths.apiKeys, ...office, async (_req, res) => {
      res.json(await readKeys(services, res.locals.member.companyId))
    })
    .post(paths.apiKeys, ...office, requireOpen, requireConfirmed(services), async (req, res) => {
      const { member } = res.locals
      const { companyId } = member
      const asked = parse(newApiKey, req.body)
      const beyond = asked.onlyAgency === undefined ? undefined : asked.scopes.find((one) => !isForOneAgency(one))
      if (beyond) throw invalid(`A key for the jobs of one agency may not have ${beyond}.`, 'scopes')
      const zone = await companyTimeZone(ledgerPool, companyId)
      const end = asked.until === undefined ? undefined : startOf(addDays(asked.until, 1), zone)
      if (asked.until !== undefined && (end === undefined || Date.parse(end) <= now().getTime()))
        throw invalid('Choose today or a later day.', 'until')
      const { keys } = await readKeys(services, companyId)
      if (keys.filter((one) => one.ended === undefined).length >= mostApiKeys) throw tooMany
      const made = await inCompany(authPool, companyId, async (client) => {
        const key = await makeKey(client, member, asked, end)
        await audit.recordIn(client, doneBy(req, member, 'key-changed', 'api-key', key.keyId))
        return key
      })
      res.json(made satisfies MadeApiKey)
    })
    .get(paths.apiKeyCalls, ...office, async (req, res) => {
      const keyId = id.safeParse(req.params.keyId).data
      const { companyId } = res.locals.member
      const answer = keyId && (await readCalls(ledgerPool, { companyId, keyId }))
      if (!answer) throw notFound('There is no such API key.')
      res.json(answer)
    })
    .delete(paths.apiKey, ...office, async (req, res) => {
      const { member } = res.locals
      const { companyId } = member
      const keyId = id.safeParse(req.params.keyId).data
      const isRevoked =
        keyId !== undefined &&
        (await inCompany(authPool, companyId, async (client) => {
          if (!(await revokeKey(client, { companyId, keyId }))) return false
          await audit.recordIn(client, doneBy(req, member, 'key-changed', 'api-key-revoked', keyId))
          return true
        }))
      if (!isRevoked) throw notFound('There is no such API key, or it has been revoked.')
      res.json({ message: 'Revoked.' })
    })
}

const officeOnly: RequestHandler = (_req, res, next) => {
  if (!isOffice(res.locals.member.role)) throw refused(refuse('office-only'))
  next()
}

const tooMany = new HttpFailure(409, {
  error: `You have ${mostApiKeys} API keys, the most that work at once. Revoke one before you make another.`,
  code: 'too-many-api-keys',
})
