import { isCurrent } from '#core/site/values.ts'
import { dialledNumber } from '#web/features/visit/dialled-number.ts'
import { addressLine, onMap } from '#web/features/visit/directions.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useSiteOfJob } from '#web/sync/reads/sites/site-reads.ts'
import { useToday } from '#web/ui/time/today.ts'
import { CallByAccess, CallLink, type CallProps } from './call-link.tsx'
import { DirectionsLink, type DirectionsProps } from './directions-link.tsx'

export function SiteDirections(props: DirectionsProps) {
  const site = useSiteOfJob(props.jobId, true).data?.site
  return <DirectionsLink {...props} {...(site ? { to: onMap(site) } : {})} />
}

export function SiteCall(props: CallProps) {
  const { jobId, className } = props
  const tenants = useSiteOfJob(jobId, true).data?.site.tenants ?? []
  const today = useToday(useTimeZone())
  const tenant = tenants.find((one) => one.telephone && isCurrent(one, today))
  if (!tenant) return <CallByAccess {...props} />
  const call = dialledNumber(tenant.telephone)
  return <CallLink jobId={jobId} call={call} label="Call tenant" whom={tenant.name} className={className} />
}

/** The address of a job's site, if it has one. */
export function SiteAddress({ jobId, className }: { jobId: string; className: string | undefined }) {
  const site = useSiteOfJob(jobId, true).data?.site
  const line = site && addressLine(site)
  return line && <p className={className}>{line}</p>
}
