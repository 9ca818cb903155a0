import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReportShown, ReportsAnswer } from '#core/wire/jobs/reports.ts'
import { Page } from '#web/frame/page.tsx'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { Choices } from '#web/ui/fields/choices.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { ReportCard } from './report-card.tsx'
import { PageForReports } from './report-page.tsx'
import { type Decision, useReports } from './report-reads.ts'
import styles from './reports.module.css'

const MakeJob = lazyComponent(async () => (await import('./make-job.tsx')).MakeJob)
const JoinJob = lazyComponent(async () => (await import('./join-job.tsx')).JoinJob)
const AnswerReport = lazyComponent(async () => (await import('./answer-report.tsx')).AnswerReport)

/** The office's inbox of reported repairs, and the page where people report them. */
export function ReportsScreen() {
  const [state, setState] = useState<'open' | 'settled'>('open')
  const [deciding, setDeciding] = useState<{ decision: Decision; report: ReportShown }>()
  const mayDecide = useMay('createJob')
  const read = useReports(state)
  const close = () => setDeciding(undefined)
  const { decision, report } = deciding ?? {}
  return (
    <Page title="Reports">
      <div className={styles.columns}>
        <PageForReports />
        <div>
          <div className={styles.bar}>
            <Choices
              name="Which reports"
              options={[
                ['open', 'Waiting'],
                ['settled', 'Dealt with'],
              ]}
              value={state}
              onChange={setState}
            />
          </div>
          <ReadState
            read={{ ...read, data: read.data?.pages }}
            offline="You’re offline. Reports show once you’re connected."
            failed={() => 'Failed to load the reports. Please try again later.'}
            skeleton={<SkeletonRows rows={3} columns={{ where: '40%', reported: '25%', action: 120 }} />}
          >
            {(pages: readonly ReportsAnswer[]) => (
              <>
                {pages.every((one) => one.reports.length === 0) && (
                  <p className={styles.quiet}>
                    {state === 'open' ? 'No reports waiting.' : 'No reports have been dealt with yet.'}
                  </p>
                )}
                <ul className={styles.reports}>
                  {pages.flatMap(({ reports, urls, people }) =>
                    reports.map((one) => (
                      <ReportCard
                        key={one.reportId}
                        report={one}
                        urls={urls}
                        by={people[one.decidedBy ?? '']}
                        onDecide={mayDecide ? (chosen) => setDeciding({ decision: chosen, report: one }) : undefined}
                      />
                    )),
                  )}
                </ul>
                {read.hasNextPage && (
                  <Button variant="default" onClick={() => void read.fetchNextPage()}>
                    Show more
                  </Button>
                )}
              </>
            )}
          </ReadState>
        </div>
      </div>
      {report && decision === 'job' && <MakeJob report={report} onClose={close} />}
      {report && decision === 'join' && <JoinJob report={report} onClose={close} />}
      {report && decision === 'close' && <AnswerReport report={report} onClose={close} />}
    </Page>
  )
}
