import { IconBuilding, IconPhone } from '@tabler/icons-react'
import { Link } from 'react-router'
import { tenantsToCall } from '#core/site/tenants-to-call.ts'
import { dialledNumber } from '#web/features/visit/dialled-number.ts'
import { addressLine } from '#web/features/visit/way-to-site.ts'
import { noteCall } from '#web/sync/device/calls.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useSiteOfJob } from '#web/sync/reads/sites/site-reads.ts'
import { useToday } from '#web/ui/time/today.ts'
import { SiteName } from './site-name.tsx'
import styles from './visit.module.css'

/** `access` is what the visit says already. */
type Props = { jobId: string; name: string; access?: string | undefined }

/** The site of a job, with what the people who go there need: the address, how to get in, and the tenants to call. */
export function SiteLine({ jobId, name, access }: Props) {
  const site = useSiteOfJob(jobId, true).data?.site
  const today = useToday(useTimeZone())
  if (!site) return <SiteName name={name} />
  const toGetIn = [
    addressLine(site),
    site.access !== access && site.access,
    site.keys && `Keys: ${site.keys}`,
    site.parking && `Parking: ${site.parking}`,
  ]
  return (
    <>
      <p>
        <IconBuilding size={17} stroke={1.75} aria-hidden />
        <span className={styles.atSite}>
          <Link to={`/site/${site.siteId}`}>{site.name}</Link>
          {toGetIn.filter(Boolean).map((line) => (
            <span key={String(line)}>{line}</span>
          ))}
        </span>
      </p>
      {tenantsToCall(site, today).map((one) => (
        <p key={one.contactId}>
          <IconPhone size={17} stroke={1.75} aria-hidden />
          <span className={styles.tenant}>
            {one.name},{' '}
            <a href={`tel:${dialledNumber(one.telephone)}`} onClick={() => noteCall(jobId)}>
              {one.telephone}
            </a>
          </span>
        </p>
      ))}
    </>
  )
}
