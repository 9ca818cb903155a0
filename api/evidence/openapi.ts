import type { DescribedRoute } from '#api/http/described-route.ts'
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
]
