import { refused } from '#api/http/errors.ts'
import { id } from '#core/model/values.ts'
import { refuseSite } from '#core/site/refuse-site.ts'

/** The id of a site in a request. Throws a 404 if it is not an id. */
export function siteIdOf(given: unknown): string {
  const siteId = id.safeParse(given)
  if (!siteId.success) throw siteNotFound()
  return siteId.data
}

export const siteNotFound = () => refused(refuseSite('site-not-found'))
