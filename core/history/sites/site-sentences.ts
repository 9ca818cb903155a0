import type { Change } from '#core/history/changes.ts'
import type { SiteEvent } from '#core/site/messages.ts'

type Sentence = string | ((changes: readonly Change[]) => string)

/** Ends with the name of the contact: 'changed the tenant: Amara Bello'. */
const ofContact =
  (added: string, changed: string): Sentence =>
  (changes) => {
    const name = changes.find((one) => one.of)?.of
    const isNew = changes.some((one) => one.field === 'name' && one.from === undefined)
    return `${isNew ? added : changed}${name ? `: ${name}` : ''}`
  }

/** Ends with the name of the file. */
const ofFile =
  (words: string): Sentence =>
  ([first]) =>
    first?.of ? `${words}: ${first.of}` : words

/** Ends with how exact it is, unless it was erased. */
const located: Sentence = ([change]) => {
  const within = /±(\d+ m)$/.exec(String(change?.to ?? ''))?.[1]
  return `${change?.from === undefined ? 'saved' : 'corrected'} the location of the site${within ? `, within ${within}` : ''}`
}

const called = (changes: readonly Change[]) => changes.map(({ from, to }) => to ?? from).find(Boolean) ?? 'another site'

/** The sentence of each event of a site, without the site's name, which stands beside it. */
export const siteSentences: { [T in SiteEvent['type']]: Sentence } = {
  SiteAdded: 'added the site to the address book',
  SiteNamed: 'renamed the site',
  SiteAddressSet: 'set the address',
  SiteAccessSet: 'set access, keys, parking or stopcock',
  SiteBuildingSet: (changes) =>
    changes.length > 0 ? `put the site in the building ${called(changes)}` : 'took the site out of its building',
  SiteNoted: 'changed the notes on the site',
  SiteAgencySet: 'set the agency of the site',
  SiteTenantSet: ofContact('added the tenant', 'changed the tenant'),
  SiteTenantEmailSet: ofContact('set the email of the tenant', 'set the email of the tenant'),
  SiteTenantRemoved: ofContact('deleted the tenant', 'deleted the tenant'),
  SiteContactSet: ofContact('added the contact', 'changed the contact'),
  SiteContactRemoved: ofContact('deleted the contact', 'deleted the contact'),
  SiteMerged: (changes) => `merged the site into ${called(changes)}`,
  SiteMergeUndone: (changes) => `undid the merge into ${called(changes)}`,
  SiteKeptApart: (changes) => `kept the site apart from ${called(changes)}`,
  SiteLocated: located,
  SiteLocationRemoved: 'removed the location of the site',
  SiteFileDeleted: ofFile('deleted a file'),
  SiteFileShared: ofFile('gave the team a file'),
  SiteFileTakenBack: ofFile('took back a file from the team'),
  OfficeSiteFileAdded: ofFile('attached a file for the office'),
  OfficeSiteFileDeleted: ofFile('deleted a file of the office'),
}
