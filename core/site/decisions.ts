import { isOffice } from '#core/model/access.ts'
import { type DecisionContext, type Decisions, decideBy } from '#core/model/messages.ts'
import { isRefusal, type Refusal, refuse } from '#core/model/refusals.ts'
import { contactChanges, contactRemoval, refusalIfMovedOn } from './contact-decisions.ts'
import { siteFiles } from './files/file-decisions.ts'
import { fieldsOf, formEvents, givenIn, tidyForm } from './form-decisions.ts'
import { locationChange, locationRemoval } from './location/location-decisions.ts'
import type { SiteCommand, SiteEvent } from './messages.ts'
import { refuseSite } from './refuse-site.ts'
import { newSite, officeOf, type Site } from './site.ts'
import type { SiteFacts } from './site-facts.ts'
import { siteKey } from './site-names.ts'

type Context = DecisionContext<SiteFacts>
type Outcome = readonly SiteEvent[] | Refusal

const decisions: Decisions<Site, SiteCommand, SiteEvent, SiteFacts> = {
  AddSite: (state, { siteId, ...given }, context) => {
    if (!isOffice(context.actorRole)) return refuse('office-only')
    if (state) return refuseSite('site-exists')
    const form = tidyForm(given)
    if (isRefusal(form)) return form
    const name = form.name ?? ''
    const fault = faultOfName(name, context) ?? faultOfBuilding(siteId, form.buildingId, context)
    if (fault) return fault
    const site = newSite(siteId, name, context.at)
    return [{ type: 'SiteAdded', data: { name } }, ...formEvents(site, form, buildingIn(context))]
  },
  EditSite: (state, { siteId, from = {}, ...given }, context) =>
    forOffice(state, siteId, context, (site) => {
      const form = tidyForm(given)
      if (isRefusal(form)) return form
      const now = fieldsOf(site)
      const changed = givenIn(form).filter((field) => form[field] !== now[field])
      const moved = changed.find((field) => from[field] !== undefined && from[field] !== now[field])
      if (moved) return refuseSite('site-moved-on', {}, moved)
      const fault =
        (changed.includes('name') ? faultOfName(form.name ?? '', context) : undefined) ??
        (changed.includes('buildingId') ? faultOfBuilding(siteId, form.buildingId, context) : undefined)
      return fault ?? formEvents(site, form, buildingIn(context))
    }),
  SetSiteContact: (state, { siteId, seen, ...contact }, context) =>
    forOffice(state, siteId, context, (site) => {
      const changes = contactChanges(site, contact)
      if (isRefusal(changes) || changes.length === 0) return changes
      return refusalIfMovedOn(site, contact.contactId, seen) ?? changes
    }),
  RemoveSiteContact: (state, { siteId, contactId }, context) =>
    forOffice(state, siteId, context, (site) => contactRemoval(site, contactId)),
  MergeSite: (state, { siteId, into }, context) => {
    if (state?.mergedInto === into && isOffice(context.actorRole)) return []
    return forOffice(state, siteId, context, (site) => {
      if (siteId === into) return refuseSite('merge-into-itself', {}, 'into')
      const { other, hasMerged, isBuilding } = context.facts.site ?? {}
      if (!other) return refuseSite('site-not-found', {}, 'into')
      const { name, mergedInto } = other
      if (mergedInto !== undefined) return refuseSite('merge-target-merged', { name, site: mergedInto }, 'into')
      if (hasMerged) return refuseSite('merge-of-many', { name: site.name })
      // Its flats would be in a building that is in another one, or in the flat itself.
      if (isBuilding && other.isInBuilding)
        return refuseSite('merge-into-flat', { name: site.name, site: name }, 'into')
      return [{ type: 'SiteMerged', data: { into, called: name } }]
    })
  },
  UndoSiteMerge: (site, _, context) => {
    if (!isOffice(context.actorRole)) return refuse('office-only')
    if (!site) return context.facts.site?.nameInJobs === undefined ? refuseSite('site-not-found') : []
    const { mergedInto: into } = site
    if (into === undefined) return []
    const { mergedInto: called = '', nested } = context.facts.site ?? {}
    return nested ? refuseSite('undo-nests-buildings', nested) : [{ type: 'SiteMergeUndone', data: { into, called } }]
  },
  KeepSitesApart: (state, { siteId, otherId }, context) =>
    forOffice(state, siteId, context, (site) => {
      const called = context.facts.site?.other?.name
      if (siteId === otherId || called === undefined) return refuseSite('site-not-found', {}, 'otherId')
      return officeOf(site).keptApart.includes(otherId) ? [] : [{ type: 'SiteKeptApart', data: { otherId, called } }]
    }),
  LocateSite: (state, { siteId, from, ...location }, context) =>
    onSite(state, siteId, context, (site) => locationChange(site, location, from)),
  RemoveSiteLocation: (state, { siteId, from }, context) =>
    onSite(state, siteId, context, (site) => locationRemoval(site, from)),
  AddSiteFile: (state, { siteId, forTeam = false, ...file }, context) =>
    forOffice(state, siteId, context, (site) => siteFiles.add(site, file, { actorRole: context.actorRole, forTeam })),
  ShareSiteFile: (state, { fileId }, context) => ofFile(state, context, (site) => siteFiles.share(site, fileId)),
  TakeBackSiteFile: (state, { fileId }, context) => ofFile(state, context, (site) => siteFiles.takeBack(site, fileId)),
  DeleteSiteFile: (state, { fileId }, context) =>
    ofFile(state, context, (site) => siteFiles.remove(site, fileId, context)),
}
export const decide = decideBy(decisions)

type DecideOn = (site: Site) => Outcome

/** Runs a decision that only the office may make on a site. */
const forOffice = (state: Site | undefined, siteId: string, context: Context, decideOn: DecideOn): Outcome =>
  isOffice(context.actorRole) ? onSite(state, siteId, context, decideOn) : refuse('office-only')

/**
 * Runs a decision on a site. The first one on a site that only jobs have named so far adds it to the address book under that name.
 */
function onSite(state: Site | undefined, siteId: string, { at, facts }: Context, decideOn: DecideOn): Outcome {
  if (state?.mergedInto !== undefined)
    return refuseSite('site-merged', { site: facts.site?.mergedInto ?? 'another site' })
  if (state) return decideOn(state)
  const name = facts.site?.nameInJobs
  if (name === undefined) return refuseSite('site-not-found')
  const outcome = decideOn(newSite(siteId, name, at))
  return isRefusal(outcome) || outcome.length === 0 ? outcome : [{ type: 'SiteAdded', data: { name } }, ...outcome]
}

/**
 * Runs a decision of the office on a file that a site has. A merge takes the files of a site along to the other one, which shows them,
 * so that they may be changed there as well.
 */
function ofFile(state: Site | undefined, { actorRole }: Context, decideOn: (site: Site) => Outcome): Outcome {
  if (!isOffice(actorRole)) return refuse('office-only')
  return state ? decideOn(state) : refuseSite('site-not-found')
}

/** What the building that the command names is called. */
const buildingIn = ({ facts }: Context) => facts.site?.other?.name ?? ''

function faultOfName(name: string, { facts }: Context): Refusal | undefined {
  if (!name) return refuse('site-required', {}, 'name')
  const taken = facts.site?.taken
  if (!taken) return undefined
  const code = siteKey(taken.name) === siteKey(taken.site) ? 'site-name-taken' : 'site-name-of-other'
  return refuseSite(code, { name, site: taken.site }, 'name')
}

function faultOfBuilding(siteId: string, buildingId: string | undefined, { facts }: Context): Refusal | undefined {
  if (!buildingId) return undefined
  if (buildingId === siteId) return refuseSite('building-itself', {}, 'buildingId')
  const { other, isBuilding } = facts.site ?? {}
  if (!other) return refuseSite('site-not-found', {}, 'buildingId')
  const { name, mergedInto } = other
  if (mergedInto !== undefined) return refuseSite('merge-target-merged', { name, site: mergedInto }, 'buildingId')
  return other.isInBuilding || isBuilding ? refuseSite('building-in-building', {}, 'buildingId') : undefined
}
