import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type TenantWay, tenantWays } from '#core/company/tenant-rule.ts'
import type { OtherTimes } from '#core/job/tenant/tenant-page.ts'
import { mayBeToldBy } from '#core/site/refused-ways.ts'
import type { TenantLinkShown, TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { SkeletonLine } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { ago, visitIn } from '#web/ui/time/format-instant.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { LinkRow } from './link-row.tsx'
import styles from './tenant-card.module.css'
import { linkActions, useTenantLinks } from './tenant-links.ts'
import { whyNotTold } from './why-not-told.ts'

const ConfirmDialog = lazyComponent(async () => (await import('#web/ui/dialogs/dialog.tsx')).ConfirmDialog)

/** The tenant's page of a job: who has a link to it, and what they asked for by it. */
export const TenantCard = besidesTasks(function TenantCard({ job }: { job: JobBesidesTasks }) {
  const read = useTenantLinks(job.jobId)
  const { otherTimes } = job.office ?? {}
  const { refetch } = read
  // Whoever sent something by a link has opened it.
  const sent = `${otherTimes?.askedAt} ${job.visitConfirmed?.timestamp} ${job.extraNotes.length} ${job.images.length}`
  const seen = useRef(sent)
  useEffect(() => {
    if (seen.current !== sent) void refetch()
    seen.current = sent
  }, [sent, refetch])
  return (
    <Card title="Tenant’s page">
      {otherTimes && <Request request={otherTimes} />}
      <ReadState
        read={read}
        failed={() => 'Failed to load the links. Please try again later.'}
        skeleton={<SkeletonLine width="60%" />}
      >
        {(data) => <Links jobId={job.jobId} data={data} />}
      </ReadState>
    </Card>
  )
})

/** The times that the tenant asked for. Moving the visit answers it. */
function Request({ request: { windows, message, askedAt } }: { request: OtherTimes }) {
  const zone = useTimeZone()
  const now = useNow()
  return (
    <div className={styles.request}>
      <p>
        <strong>Asked for another time</strong> <span className={styles.quiet}>{ago(askedAt, now, zone)}</span>
      </p>
      <ul>
        {windows.map(({ start, end }) => (
          <li key={start}>{visitIn(start, end, zone)}</li>
        ))}
      </ul>
      {message && <p className={styles.message}>{message}</p>}
      <p className={styles.quiet}>Nothing has changed yet. Move the visit to answer.</p>
    </div>
  )
}

function Links({ jobId, data }: { jobId: string; data: TenantLinksAnswer }) {
  const { links, tenants, siteId, canSend, canText, byRule, textByRule } = data
  const queries = useQueryClient()
  const mayEdit = useMay('editJob')
  const [busy, setBusy] = useState(false)
  const [ending, setEnding] = useState<TenantLinkShown>()
  const actions = linkActions(queries, jobId)
  const run = async (action: Promise<void>, done?: string) => {
    setBusy(true)
    await action
      .then(() => done && toast.success(done))
      .catch((failure: unknown) => toast.failure(errorMessage(failure)))
      .finally(() => setBusy(false))
  }
  const working = links.filter((one) => one.path !== undefined)
  const ruled = tenantWays.filter((way) => ({ email: byRule, text: textByRule })[way])
  const offered = tenantWays.filter((way) => ({ email: canSend, text: canText })[way])
  const unreached = tenants.flatMap((one) => {
    const why = whyNotTold(one, ruled)
    return why === undefined ? [] : [{ ...one, why }]
  })
  /** What the line on those whom nothing reaches says already. */
  const isNamed = (contactId: string, way: TenantWay) =>
    ruled.includes(way) && unreached.some((one) => one.contactId === contactId)
  const without = tenants.filter(({ contactId }) => !working.some((one) => one.contactId === contactId))
  return (
    <>
      {working.length === 0 && (
        <p className={styles.quiet}>
          {tenants.length > 0
            ? 'The tenant sees where the repair stands, and confirms the visit or asks for another time.'
            : 'Add a tenant to the site first. Then you can give them a page about this repair.'}
        </p>
      )}
      <ul className={styles.links}>
        {working.map((one) => {
          const tenant = tenants.find(({ contactId }) => contactId === one.contactId)
          const may = (way: TenantWay) => tenant && offered.includes(way) && mayBeToldBy(tenant, way)
          return (
            <LinkRow
              key={one.linkId}
              link={one}
              busy={busy}
              mayEdit={mayEdit}
              onSend={
                may('email') && tenant?.hasEmail
                  ? () => run(actions.send(one.linkId), 'The link is on its way')
                  : undefined
              }
              onText={
                may('text') && tenant?.texts === 'yes'
                  ? () => run(actions.text(one.linkId), 'The text is on its way')
                  : undefined
              }
              refused={tenant && offered.filter((way) => !mayBeToldBy(tenant, way) && !isNamed(one.contactId, way))}
              noTexts={may('text') === true ? tenant?.texts : undefined}
              onEnd={() => setEnding(one)}
            />
          )
        })}
      </ul>
      {mayEdit &&
        without.map(({ contactId, name }) => (
          <Button
            key={contactId}
            variant="default"
            size="xs"
            className={styles.make}
            disabled={busy}
            onClick={() => run(actions.make(contactId))}
          >
            Make a link for {name}
          </Button>
        ))}
      {unreached.map(({ contactId, why }) => (
        <p key={contactId} className={`${styles.quiet} ${styles.unreached}`}>
          {why}
        </p>
      ))}
      {(tenants.length === 0 || unreached.length > 0) && siteId && (
        <Link to={`/site/${siteId}`} className={styles.site}>
          Open the site
        </Link>
      )}
      <ConfirmDialog
        opened={ending !== undefined}
        title={`End the link of ${ending?.name || 'this tenant'}?`}
        confirm="End link"
        onConfirm={async () => {
          if (ending) await run(actions.end(ending.linkId))
        }}
        onClose={() => setEnding(undefined)}
      >
        Whoever opens it is asked to call you. You can make another link at any time.
      </ConfirmDialog>
    </>
  )
}
