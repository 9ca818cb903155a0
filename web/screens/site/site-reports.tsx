import { ReportAddress } from '#web/features/reports/report-address.tsx'
import { useReportPage } from '#web/features/reports/use-report-page.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './site.module.css'

/** The link and code by which people at a site report repairs, while the company takes reports; for the office. */
export function SiteReports({ site }: { site: { siteId: string; name: string } }) {
  const { data } = useReportPage()
  if (!data?.path) return null
  return (
    <Card title="Report a repair">
      <p className={styles.quiet}>
        Reports sent through this link are about {site.name}, so nobody has to type the address. Print the code for the
        hallway.
      </p>
      <ReportAddress path={`${data.path}/${site.siteId}`} site={site.name} />
    </Card>
  )
}
