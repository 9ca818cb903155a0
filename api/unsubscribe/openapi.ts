import type { DescribedRoute } from '#api/http/described-route.ts'
import { paths } from '#core/wire/paths.ts'

const page = { for: 'anyone', path: paths.dailyEmailOff, answers: { 200: 'text/html' } } as const

/** The link in each daily email that ends it. */
export const unsubscribeRoutes: DescribedRoute[] = [
  {
    ...page,
    method: 'get',
    summary: 'The page on which a person turns their daily email off, for anyone with the link',
  },
  {
    ...page,
    method: 'post',
    summary: 'Turn the daily email off, from the page or by a mail program in one click (RFC 8058)',
  },
]
