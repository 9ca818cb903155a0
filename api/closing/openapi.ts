import type { DescribedRoute } from '#api/http/described-route.ts'
import { closingAnswer, closingRequest } from '#core/wire/account/closing.ts'
import { paths } from '#core/wire/paths.ts'
import { messageAnswer } from '#core/wire/spec-calls.ts'

export const closingRoutes: DescribedRoute[] = [
  {
    method: 'post',
    for: 'owner',
    path: paths.companyClosing,
    summary:
      'Close the company by its name: read-only for 30 days, then erased. Needs a confirmation within the last ten minutes',
    body: closingRequest,
    answers: { 200: closingAnswer },
  },
  {
    method: 'delete',
    for: 'owner',
    path: paths.companyClosing,
    summary: 'Reopen a company that was closed',
    answers: { 200: messageAnswer },
  },
]
