import { Navigate, useParams } from 'react-router'
import { errorMessage } from '#web/client/error-message.ts'
import { CallFailure } from '#web/client/request.ts'
import { Page } from '#web/frame/page.tsx'
import { useSiteOfJob } from '#web/sync/reads/sites/site-reads.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'

/** Leads from a job to its site, so that whatever knows a job can link to it. */
export function SiteOfJobScreen() {
  const { jobId = '' } = useParams()
  const site = useSiteOfJob(jobId, true)
  const isUnknown = site.error instanceof CallFailure && site.error.status < 500
  return (
    <Page title="Site" back={{ to: `/job/${jobId}`, name: 'Back to the job' }}>
      {isUnknown ? (
        <EmptyState title="Site not found." text="The job doesn’t exist, or the name of its site was erased." />
      ) : (
        <ReadState
          read={site}
          failed={(error) => `Failed to load the site: ${errorMessage(error)}`}
          offline="You’re offline, and this site hasn’t been loaded on this device yet."
          skeleton={<SkeletonRows rows={8} columns={{ fact: 120, value: 260 }} />}
        >
          {(answer) => <Navigate to={`/site/${answer.mergedInto?.siteId ?? answer.site.siteId}`} replace />}
        </ReadState>
      )}
    </Page>
  )
}
