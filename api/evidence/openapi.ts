import type { DescribedRoute } from '#api/http/described-route.ts'
import { evidenceSentAnswer, sendEvidence } from '#core/wire/evidence/evidence-mails.ts'
import { paths } from '#core/wire/paths.ts'
import { evidenceQuery } from '#core/wire/proof.ts'

export const evidenceRoutes: DescribedRoute[] = [
  {
    method: 'get',
    for: 'members',
    path: paths.jobEvidence,
    summary:
      "A job's evidence pack as a PDF: attendances, timeline, photos and proof, with its verification file attached; the team gets its own copy, and prices and office comments are left out unless asked for",
    query: evidenceQuery,
    answers: { 200: 'application/pdf' },
  },
  {
    method: 'post',
    for: 'office',
    path: paths.jobEvidenceEmail,
    summary:
      "Send a job's evidence pack by email, as a PDF of at most 15 MB with its verification file attached, of the events until now and with the options of a download; a mail with the same id is not sent again",
    body: sendEvidence,
    answers: { 200: evidenceSentAnswer },
  },
]
