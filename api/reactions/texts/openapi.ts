import type { DescribedRoute } from '#api/http/described-route.ts'
import { textsAnswer } from '#core/wire/jobs/texts.ts'
import { paths } from '#core/wire/paths.ts'

const office = { for: 'office', answers: { 200: textsAnswer } } as const

/** The text messages to tenants. */
export const textRoutes: DescribedRoute[] = [
  {
    ...office,
    method: 'get',
    path: paths.texts,
    summary:
      'The newest text messages to tenants, how each stands, how many were sent this month, and how this server sends them',
  },
  { ...office, method: 'post', path: paths.retryText, summary: 'Send a text message again that could not be sent' },
]
