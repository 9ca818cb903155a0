import { Navigate, useSearchParams } from 'react-router'
import { isOffice } from '#core/model/access.ts'
import type { ProjectionsAnswer } from '#core/wire/projections.ts'
import { useUser } from '#web/client/use-user.ts'
import { Page } from '#web/frame/page.tsx'
import { isOpen, useProjections } from '#web/sync/reads/projections.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { DryRunCard } from './dry-run/dry-run-card.tsx'
import { FailingTasks } from './failing-tasks.tsx'
import { Figures } from './figures/figures.tsx'
import { ProjectionsCards } from './list/projections-cards.tsx'
import { ProjectionsTable } from './list/projections-table.tsx'
import styles from './projections-screen.module.css'
import { RecentRuns } from './runs/recent-runs.tsx'
import { useRunActions } from './runs/run-actions.ts'
import { RunCard } from './runs/run-card.tsx'

/** Loaded after the page. */
const Confirmations = lazyComponent(async () => (await import('./runs/confirmations.tsx')).Confirmations)

/** The state of the company's read models, and how to replay them while everyone works. */
export function ProjectionsScreen() {
  const { userRole } = useUser()
  const allowed = isOffice(userRole)
  const read = useProjections(allowed)
  if (!allowed) return <Navigate to="/sites" replace />
  return (
    <Page title="Projections">
      <ReadState
        read={read}
        failed={({ message }) => `Failed to fetch the projections: ${message}`}
        skeleton={
          <SkeletonRows
            rows={12}
            columns={{ name: '20%', version: '10%', position: '15%', state: '15%', action: '20%' }}
          />
        }
      >
        {(data) => <Overview answer={data} />}
      </ReadState>
    </Page>
  )
}

function Overview({ answer }: { answer: ProjectionsAnswer }) {
  const { projections, runs, ledger } = answer
  const onPhone = useIsPhone()
  const [address, setAddress] = useSearchParams()
  const actions = useRunActions()
  const named = address.get('dry-run')
  const shown = projections.find((one) => one.name === named) ?? projections.find((one) => one.compared)
  const choose = (name: string) => setAddress({ 'dry-run': name }, { replace: true })
  const list = { projections, actions, chosen: shown?.name, onChoose: choose }
  const dryRun = shown && <DryRunCard key={shown.name} of={shown} actions={actions} />
  return (
    <>
      <FailingTasks failing={answer.failing} />
      <Figures answer={answer} />
      {runs.filter(isOpen).map((run) => (
        <RunCard key={run.runId} run={run} projections={projections} actions={actions} />
      ))}
      <div className={styles.columns}>
        <div className={styles.column}>
          {onPhone && dryRun}
          {onPhone ? <ProjectionsCards {...list} /> : <ProjectionsTable {...list} />}
          <RecentRuns runs={runs.filter((run) => !isOpen(run))} projections={projections} actions={actions} />
        </div>
        {!onPhone && dryRun && <div className={styles.side}>{dryRun}</div>}
      </div>
      <Confirmations actions={actions} events={ledger.events} />
    </>
  )
}
