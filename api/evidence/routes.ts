import { Router } from 'express'
import { doneBy } from '#api/audit/from-request.ts'
import { jobIdOf } from '#api/company/own-company.ts'
import { invalid, parse, refused } from '#api/http/errors.ts'
import { inSlots } from '#api/http/slots/in-slots.ts'
import { readPhoto } from '#api/paper/photo-files.ts'
import { brokenLedger } from '#api/proof/broken-ledger.ts'
import type { ChainChecker } from '#api/proof/chain-checker.ts'
import { askAgain } from '#api/rights/ask-again.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { audienceOf, isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { paths } from '#core/wire/paths.ts'
import { type EvidenceQuery, evidenceQuery } from '#core/wire/proof.ts'
import { readPackFacts } from './pack-facts.ts'
import { sendPackByEmail } from './pack-mail/email-pack.ts'
import { sendPack } from './send-pack.ts'

/** Each pack draws pages and scales photos down, so those of a company are made one after the other. */
const limits = {
  all: 6,
  company: 1,
  waiting: 3,
  error: 'Another evidence pack is being prepared. Please try again in a moment.',
  code: 'too-many-packs',
}

/** A job's evidence pack as a PDF, its verification file alone, or the pack sent by email. */
export function evidenceRoutes(services: Services, chainChecker: ChainChecker): Router {
  const { audit, config, headKey, images } = services
  const few = inSlots(limits)
  const signedIn = requireMember(services)
  return Router()
    .post(paths.jobEvidenceEmail, signedIn, requireOpen, few(sendPackByEmail(services, chainChecker)))
    .get(
      paths.jobEvidence,
      signedIn,
      few(async (req, res, signal) => {
        const { companyId, userId, role } = res.locals.member
        const jobId = jobIdOf(req.params.jobId)
        const query = parse(evidenceQuery, req.query)
        if (!isOffice(role) && (query.copy === 'office' || query.prices === 'yes')) throw refused(refuse('office-only'))
        const { from, to } = query
        if (from !== undefined && to !== undefined && to < from)
          throw invalid('The last day must not be before the first.', 'to')
        const choice = { ...chosen(query), copy: query.copy ?? audienceOf(role) }
        const facts = await readPackFacts(services, chainChecker, {
          ...{ companyId, userId, role, jobId, choice, signal },
        })
        if (!facts) throw refused(refuse('job-not-found'))
        if ('brokenAt' in facts) throw brokenLedger(facts.brokenAt)
        const address = config.publicUrl ?? `${req.protocol}://${req.get('host')}`
        const verifyAddress = `${address.replace(/^https?:\/\//, '')}/verify`
        await sendPack(res, {
          task: { facts, headKey, format: query.format ?? 'pdf', verifyAddress },
          begin: async (found) => {
            if (!found) throw refused(refuse('job-not-found'))
            await audit.record(doneBy(req, res.locals.member, 'exported', 'evidence', facts.of.jobRef))
          },
          readPhoto: (src) => readPhoto(images.files, src),
          askAgain: askAgain(services, res.locals.member),
          signal,
        })
      }),
    )
}

const chosen = ({ from, to, prices, notes }: EvidenceQuery) => ({
  from,
  to,
  prices: prices === 'yes',
  notes: notes === 'yes',
})
