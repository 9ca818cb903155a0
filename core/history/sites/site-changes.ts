import { type Change, diff, fileChanges } from '#core/history/changes.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { positionWords } from '#core/model/places/position.ts'
import { officeOf, type Site } from '#core/site/site.ts'

const fields = ['name', 'address', 'postcode', 'access', 'keys', 'parking', 'stopcock'] as const
const officeFields = ['notes', 'agency'] as const
const contactFields = ['name', 'role', 'telephone', 'email', 'from', 'until', 'refuses'] as const

/** What changed between two states of a site; what changed of a contact names them. */
export const siteChanges = (before: Site | undefined, after: Site | undefined): Change[] => [
  ...diff(fields, filled(fields, before), filled(fields, after)),
  ...diff(['position'], located(before), located(after)),
  ...(before?.office === after?.office
    ? []
    : diff(officeFields, filled(officeFields, before?.office), filled(officeFields, after?.office))),
  ...contactChanges(contactsOf(before), contactsOf(after)),
  ...fileChanges(before, after),
]

const located = (site: Site | undefined) => (site?.location ? { position: positionWords(site.location) } : {})

/** What an event says of another site, by the name that this had then; what it changed, if it says nothing of one. */
export const statedOfSites = (event: StoredEvent, changes: Change[] | undefined): Change[] | undefined =>
  changes && (stated(event) ?? changes)

function stated(event: StoredEvent): Change[] | undefined {
  switch (event.type) {
    case 'SiteMerged':
      return [{ field: 'mergedInto', to: event.data.called }]
    case 'SiteMergeUndone':
      return [{ field: 'mergedInto', from: event.data.called }]
    case 'SiteKeptApart':
      return [{ field: 'keptApart', to: event.data.called }]
    case 'SiteBuildingSet':
      return event.data.called === undefined ? [] : [{ field: 'building', to: event.data.called }]
    default:
      return undefined
  }
}

type Contact = { [F in Exclude<(typeof contactFields)[number], 'refuses'>]?: string | undefined } & {
  refuses?: string[] | undefined
}

/** All contacts of a site by id, tenants with their emails. */
function contactsOf(site: Site | undefined): Map<string, Contact> {
  const { emails, contacts } = officeOf(site)
  return new Map<string, Contact>([
    ...(site?.tenants ?? []).map((one): [string, Contact] => [
      one.contactId,
      { ...one, role: 'tenant', email: emails[one.contactId] },
    ]),
    ...contacts.map((one): [string, Contact] => [one.contactId, one]),
  ])
}

function contactChanges(before: ReadonlyMap<string, Contact>, after: ReadonlyMap<string, Contact>): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)]
    return diff(contactFields, filled(contactFields, was), filled(contactFields, is), is?.name ?? was?.name)
  })
}

/** The fields of a thing that are not empty: an empty text is no value to speak of. */
const filled = <F extends string>(
  names: readonly F[],
  of: { readonly [N in F]?: string | string[] | undefined } | undefined,
) => Object.fromEntries(names.flatMap((name) => (of?.[name] ? [[name, of[name]]] : [])))
