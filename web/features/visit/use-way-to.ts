import { tenantsToCall } from '#core/site/tenants-to-call.ts'
import type { SiteAnswer } from '#core/wire/jobs/sites.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useSiteOfJob } from '#web/sync/reads/sites/site-reads.ts'
import { useToday } from '#web/ui/time/today.ts'
import { dialledNumber } from './dialled-number.ts'
import { addressLine, destinationOf } from './way-to-site.ts'

/**
 * What the address book knows of the way to a job: its address, where a map should lead, and the tenant to call; nothing until the
 * server has the job.
 */
export function useWayTo(jobId: string, isSent: boolean) {
  const site = useSiteOfJob(jobId, isSent).data?.site
  const today = useToday(useTimeZone())
  return site && { address: addressLine(site), destination: destinationOf(site), tenant: tenantOf(site, today) }
}

function tenantOf(site: SiteAnswer['site'], today: string) {
  const [found] = tenantsToCall(site, today)
  return found && { name: found.name, call: dialledNumber(found.telephone) }
}
