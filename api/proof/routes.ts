import { Router } from 'express'
import { jobIdOf } from '#api/company/own-company.ts'
import { refused } from '#api/http/errors.ts'
import { inSlots } from '#api/http/slots/in-slots.ts'
import { shortReads } from '#api/http/slots/short-reads.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { audienceOf, isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { paths } from '#core/wire/paths.ts'
import { brokenLedger } from './broken-ledger.ts'
import type { ChainChecker } from './chain-checker.ts'
import { readJobProof } from './job-proof.ts'
import { headFile, headFileName } from './keep-heads-signed.ts'
import { signHeadOf } from './sign-heads.ts'

/** Proof that the history has not been rewritten: a job's state, and the company's signed head to keep. */
export function proofRoutes(services: Services, chainChecker: ChainChecker): Router {
  const { keyId, publicKey } = services.headKey
  const signedIn = requireMember(services)
  const read = inSlots(shortReads)
  return Router()
    .get(paths.proofKey, (_, res) => void res.json({ keyId, publicKey }))
    .get(
      paths.jobProof,
      signedIn,
      read(async (req, res) => {
        const { companyId, role } = res.locals.member
        const jobId = jobIdOf(req.params.jobId)
        const scope = { companyId, audience: audienceOf(role), jobId }
        const answer = await readJobProof(services.ledgerPool, chainChecker, scope)
        if (!answer) throw refused(refuse('job-not-found'))
        res.json(answer)
      }),
    )
    .get(paths.proof, signedIn, async (_, res) => {
      const { companyId, role } = res.locals.member
      if (!isOffice(role)) throw refused(refuse('office-only'))
      const signing = await signHeadOf(services, companyId)
      if (!signing) throw refused(refuse('company-not-found'))
      if ('brokenAt' in signing) throw brokenLedger(signing.brokenAt)
      res.attachment(headFileName(signing.signed)).type('application/json').send(headFile(signing.signed))
    })
}
