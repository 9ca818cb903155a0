import type { DescribedRoute } from '#api/http/described-route.ts'
import { morningListAnswer, morningListChange } from '#core/wire/jobs/morning-list.ts'
import { paths } from '#core/wire/paths.ts'

const own = { for: 'office', path: paths.morningList, answers: { 200: morningListAnswer } } as const

/** The morning list of deadlines. */
export const morningListRoutes: DescribedRoute[] = [
  { ...own, method: 'get', summary: 'Whether the caller gets the list of deadlines by email on working days' },
  { ...own, method: 'put', summary: 'Turn that list on or off', body: morningListChange },
]
