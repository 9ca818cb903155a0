import { useWayTo } from './use-way-to.ts'
import { VisitLinks, type VisitLinksProps } from './visit-links.tsx'

/** The same, with what the address book knows of the job's site. */
export const SiteVisitLinks = ({ isSent = true, ...links }: VisitLinksProps & { isSent?: boolean }) => (
  <VisitLinks {...links} {...useWayTo(links.jobId, isSent)} />
)
