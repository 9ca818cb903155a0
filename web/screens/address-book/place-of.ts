import type { SiteInList } from '#core/wire/jobs/sites.ts'

/** '22 Ashdown Road, Leeds LS6 2HN' */
export const placeOf = ({ address, postcode }: Pick<SiteInList, 'address' | 'postcode'>) =>
  [address.replaceAll('\n', ', '), postcode].filter(Boolean).join(' ')
