import * as z from 'zod/mini'
import type { JobEvent } from '#core/job/messages.ts'
import { erasedText } from '#core/model/erased-text.ts'
import type { Folded } from '#core/model/messages.ts'
import { id } from '#core/model/values.ts'
import type { SiteEvent } from './messages.ts'
import type { Site } from './site.ts'
import { siteIdOf, siteKey } from './site-names.ts'

/**
 * A name that stands for a site: its present name, an earlier one, or one that jobs brought. Names link jobs to sites, so that a job
 * keeps the name it was created with, and a site is found by whatever it was ever called.
 */
export const siteName = z.object({
  name: z.string(),
  siteId: id,
  /** Whether the site itself has had this name. Otherwise only jobs have it, and the site may have no stream yet. */
  isOwn: z.boolean(),
})
export type SiteName = z.infer<typeof siteName>

/** The events that bring a name. */
export type Naming = Extract<
  Folded<JobEvent> | Folded<SiteEvent>,
  { type: 'JobCreated' | 'JobSiteChanged' | 'SiteAdded' | 'SiteNamed' }
>

export const isNaming = (event: { type: string }): event is Naming =>
  event.type === 'JobCreated' ||
  event.type === 'JobSiteChanged' ||
  event.type === 'SiteAdded' ||
  event.type === 'SiteNamed'

const nameIn = (event: Naming) =>
  event.type === 'JobCreated' || event.type === 'JobSiteChanged' ? event.data.apartmentName : event.data.name

/** The key of the name that an event brings; undefined for an erased one. */
export function nameKeyOf(event: Naming): string | undefined {
  const name = nameIn(event)
  return name === erasedText ? undefined : siteKey(name) || undefined
}

/** The name after an event that brings it: the first job decides whose it is, until a site itself takes it. */
export function foldName(before: SiteName | undefined, event: Naming): SiteName {
  const name = nameIn(event)
  if (event.type === 'SiteAdded' || event.type === 'SiteNamed') return { name, siteId: event.streamId, isOwn: true }
  if (before) return before
  const given = event.type === 'JobCreated' ? event.data.apartmentId : undefined
  return { name, siteId: given ?? siteIdOf(event.streamId, event.version), isOwn: false }
}

/**
 * The events by which a site takes names that only jobs gave it so far, as its own or as earlier ones. One that nobody has added is in the
 * address book from then on.
 */
export function keepNames(site: Pick<Site, 'name'> | undefined, names: readonly string[]): SiteEvent[] {
  const present = site?.name ?? names[0]
  if (present === undefined) return []
  const named = (name: string): SiteEvent => ({ type: 'SiteNamed', data: { name } })
  const others = names.filter((name) => name !== present)
  return [
    ...(site ? [] : [{ type: 'SiteAdded', data: { name: present } } satisfies SiteEvent]),
    ...others.map(named),
    ...(others.length > 0 ? [named(present)] : []),
  ]
}
