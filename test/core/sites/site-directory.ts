import { isSiteEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { evolve, type Site } from '#core/site/site.ts'
import { foldName, isNaming, nameKeyOf, type SiteName } from '#core/site/site-directory.ts'
import type { SiteDirectory } from '#core/site/site-facts.ts'

/** All names and sites of a company's log. */
export function siteDirectory(log: readonly StoredEvent[]): SiteDirectory {
  const names = new Map<string, SiteName>()
  const sites = new Map<string, Site>()
  for (const event of log) {
    const key = isNaming(event) ? nameKeyOf(event) : undefined
    if (isNaming(event) && key !== undefined) names.set(key, foldName(names.get(key), event))
    if (!isSiteEvent(event)) continue
    const site = evolve(sites.get(event.streamId), event)
    if (site) sites.set(event.streamId, site)
  }
  return { names, sites }
}
