import { v7 as uuid } from 'uuid'
import type { RecurringForm } from '#core/recurring/messages.ts'
import type { NamedSite } from '#core/wire/jobs/sites.ts'
import { sendRecurring } from './send-recurring.ts'

/** What came of setting up the same work at several sites: what was made, and where it was refused. */
export type SetUpAtSites = {
  made: readonly string[]
  refused: readonly { site: NamedSite; field: string | undefined; error: string }[]
}

/**
 * Sets up the same work at each of some sites, with a command each. `ids` remembers those of the commands by site: asked again after an
 * answer was lost, none is set up twice.
 */
export async function setUpAtSites(
  sites: readonly NamedSite[],
  form: RecurringForm,
  ids: Map<string, { recurringId: string; commandId: string }>,
): Promise<SetUpAtSites> {
  const asked = sites.map((site) => {
    const its = ids.get(site.siteId) ?? { recurringId: uuid(), commandId: uuid() }
    ids.set(site.siteId, its)
    return { site, ...its }
  })
  const faults = await sendRecurring(
    asked.map(({ site, recurringId, commandId }) => ({
      commandId,
      type: 'SetUpRecurringWork',
      data: { recurringId, ...form, siteId: site.siteId },
    })),
  )
  for (const { site } of asked) ids.delete(site.siteId)
  return {
    made: asked.flatMap(({ recurringId }, nth) => (faults[nth] ? [] : [recurringId])),
    refused: asked.flatMap(({ site }, nth) => {
      const fault = faults[nth]
      return fault ? [{ site, field: fault.field, error: fault.error }] : []
    }),
  }
}

/** Stops what was just set up at several sites, one command each. Returns how many could not be stopped. */
export async function stopAll(recurringIds: readonly string[]): Promise<number> {
  const faults = await sendRecurring(
    recurringIds.map((recurringId) => ({ commandId: uuid(), type: 'StopRecurringWork', data: { recurringId } })),
  )
  return faults.filter((one) => one !== undefined).length
}
