import { useWayTo } from './use-way-to.ts'
import { VisitLinks, type VisitLinksProps } from './visit-links.tsx'

/** The same, with what the address book knows of the job's site, once the server has the job. */
export const SiteVisitLinks = ({ isSent, ...links }: VisitLinksProps & { isSent: boolean }) => (
  <VisitLinks {...links} {...useWayTo(links.jobId, isSent)} />
)
