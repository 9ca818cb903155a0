import type { SiteAnswer } from '#core/wire/jobs/sites.ts'
import { pointOf } from './directions.ts'

type Site = Pick<SiteAnswer['site'], 'name' | 'address' | 'postcode' | 'location'>

/** A site's address on one line, '22 Ashdown Road, Leeds LS6 2HN'; empty if it has none. */
export const addressLine = ({ address, postcode }: Pick<Site, 'address' | 'postcode'>) =>
  [address.replaceAll('\n', ', '), postcode].filter(Boolean).join(' ')

/** Where a map should lead: to the location that somebody saved there, or else to the name with the address. */
export const destinationOf = (site: Site) =>
  site.location ? pointOf(site.location) : [site.name, addressLine(site)].filter(Boolean).join(', ')
