import type { SiteCommand } from './messages.ts'
import type { Site } from './site.ts'
import type { SiteName } from './site-directory.ts'
import { siteKey } from './site-names.ts'

/** What a command on a site depends on of other streams; missing in the browser, where nothing of it is decided. */
export type SiteFacts = {
  site?: {
    /** The name of the command's site, if only jobs have brought it so far. */
    nameInJobs?: string
    /** The other site that has the name which the command gives. */
    taken?: { name: string; site: string }
    /** The site that the command names beside its own: to merge into, its building, or the one that looks alike. */
    other?: { name: string; mergedInto?: string; isInBuilding: boolean }
    /** The name of the site that this one was merged into. */
    mergedInto?: string
    hasMerged: boolean
    /** Whether sites are in it, by themselves or as their building was merged into it. */
    isBuilding: boolean
    /** The sites that would be in one another if the merge of the command's site was undone. */
    nested?: Nested
  }
}

/** A site in a building that is itself in another one, by their names; `out` is the one to take out of its building. */
export type Nested = { flat: string; building: string; outer: string; out: string }

/** The names and sites of a company, or those of them that a command depends on. */
export type SiteDirectory = {
  names: ReadonlyMap<string, SiteName>
  sites: ReadonlyMap<string, Site>
}

/** The keys and ids that a command depends on. */
export function neededOf({ type, data }: SiteCommand): { key: string | undefined; ids: string[] } {
  const name = type === 'AddSite' || type === 'EditSite' ? data.name : undefined
  const other = otherIdOf({ type, data } as SiteCommand)
  return { key: name === undefined ? undefined : siteKey(name), ids: [data.siteId, ...(other ? [other] : [])] }
}

function otherIdOf(command: SiteCommand): string | undefined {
  if (command.type === 'MergeSite') return command.data.into
  if (command.type === 'KeepSitesApart') return command.data.otherId
  return command.type === 'AddSite' || command.type === 'EditSite' ? command.data.buildingId || undefined : undefined
}

/**
 * The building that a site is in: the one that it names, or what that was merged into. A building that was merged into its own flat,
 * which was once allowed, is no building of that flat.
 */
export function buildingOf(
  { siteId, buildingId }: Pick<Site, 'siteId' | 'buildingId'>,
  sites: ReadonlyMap<string, Pick<Site, 'mergedInto'>>,
): string | undefined {
  const building = buildingId && (sites.get(buildingId)?.mergedInto ?? buildingId)
  return building === siteId ? undefined : building
}

/** The facts of a command. */
export function siteFactsOf(command: SiteCommand, { names, sites }: SiteDirectory): NonNullable<SiteFacts['site']> {
  const { siteId } = command.data
  const own = sites.get(siteId)
  const inJobs = (id: string) => [...names.values()].find((one) => one.siteId === id)?.name
  const calledOf = (id: string) => sites.get(id)?.name ?? inJobs(id)
  const key = neededOf(command).key
  const taken = key === undefined ? undefined : names.get(key)
  const otherId = otherIdOf(command)
  const other = otherId === undefined ? undefined : calledOf(otherId)
  const otherSite = otherId === undefined ? undefined : sites.get(otherId)
  const others = [...sites.values()].filter((one) => one.siteId !== siteId)
  const nameInJobs = own ? undefined : inJobs(siteId)
  const mergedInto = own?.mergedInto && calledOf(own.mergedInto)
  const nested = command.type === 'UndoSiteMerge' && own?.mergedInto ? nestedWithout(own, sites, calledOf) : undefined
  const otherInto = otherSite?.mergedInto && (calledOf(otherSite.mergedInto) ?? '')
  return {
    ...(nameInJobs === undefined ? {} : { nameInJobs }),
    ...(taken && taken.siteId !== siteId
      ? { taken: { name: taken.name, site: calledOf(taken.siteId) ?? taken.name } }
      : {}),
    ...(other === undefined
      ? {}
      : {
          other: {
            name: other,
            ...(otherInto === undefined ? {} : { mergedInto: otherInto }),
            isInBuilding: otherSite !== undefined && buildingOf(otherSite, sites) !== undefined,
          },
        }),
    ...(mergedInto === undefined ? {} : { mergedInto }),
    hasMerged: others.some((one) => one.mergedInto === siteId),
    isBuilding: others.some((one) => one.mergedInto === undefined && buildingOf(one, sites) === siteId),
    ...(nested === undefined ? {} : { nested }),
  }
}

/**
 * What undoing the merge of a site would put in a building that is in another one. While a site is merged it is in no building and is
 * none, so that its building and its flats may have been put in others meanwhile.
 */
function nestedWithout(
  merged: Site,
  sites: ReadonlyMap<string, Site>,
  calledOf: (id: string) => string | undefined,
): Nested | undefined {
  const { mergedInto: _, ...site } = merged
  const after = new Map(sites).set(site.siteId, site)
  for (const flat of after.values()) {
    const building = flat.mergedInto === undefined ? after.get(buildingOf(flat, after) ?? '') : undefined
    const outer = building && buildingOf(building, after)
    if (!building || !outer || ![flat.siteId, building.siteId, outer].includes(site.siteId)) continue
    const out = flat.siteId === site.siteId ? building : flat
    return { flat: flat.name, building: building.name, outer: calledOf(outer) ?? '', out: out.name }
  }
  return undefined
}
