import { IconNavigation, IconPhone } from '@tabler/icons-react'
import { noteCall } from '#web/sync/device/calls.ts'
import { dialledNumber } from './dialled-number.ts'
import { directionsTo } from './directions.ts'
import { telephoneNumbers } from './telephone-numbers.ts'

export type VisitLinksProps = {
  jobId: string
  /** Of the site. */
  name: string
  access: string
  only?: 'directions' | 'call'
  className: string | undefined
  /** How Directions looks, if it is not like the other. */
  leading?: string | undefined
  iconSize?: number
}

/** What the address book adds: where a map should lead, and whom to call first. */
type OfSite = { destination?: string | undefined; tenant?: { name: string; call: string } | undefined }
/** The company's number, for those who would call nobody else. */
type OfCompany = { office?: string | undefined }

/** Links to directions and to a call: to the tenant, or else to the number in the access note, or else to the office. */
export function VisitLinks(props: VisitLinksProps & OfSite & OfCompany) {
  const {
    jobId,
    name,
    access,
    only,
    className,
    leading = className,
    iconSize = 20,
    destination = name,
    tenant,
    office,
  } = props
  const noted = telephoneNumbers(access).find((piece) => piece.call)
  const call = tenant?.call ?? noted?.call
  return (
    <>
      {only !== 'call' && (
        <a className={leading} href={directionsTo(destination)} target="_blank" rel="noreferrer">
          <IconNavigation size={iconSize} stroke={1.75} aria-hidden />
          Directions<span className="sr"> to {name}, opens in a new tab</span>
        </a>
      )}
      {only !== 'directions' && call && (
        <a className={className} href={`tel:${call}`} onClick={() => noteCall(jobId)}>
          <IconPhone size={iconSize} stroke={1.75} aria-hidden />
          {tenant ? 'Call tenant' : 'Call'}
          <span className="sr"> {tenant?.name ?? noted?.text}</span>
        </a>
      )}
      {only !== 'directions' && !call && office && (
        // Nothing is noted: it is no attempt to reach the tenant.
        <a className={className} href={`tel:${dialledNumber(office)}`}>
          <IconPhone size={iconSize} stroke={1.75} aria-hidden />
          Call office<span className="sr"> {office}</span>
        </a>
      )}
    </>
  )
}
