import { Button } from '@mantine/core'
import { IconGitCompare } from '@tabler/icons-react'
import { useState } from 'react'
import type { Comparison, ProjectionOverview } from '#core/wire/projections.ts'
import { momentIn } from '#web/features/history/history-times.ts'
import type { RunActions } from '#web/screens/projections/runs/run-actions.ts'
import { Versions } from '#web/screens/projections/versions.tsx'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useComparison } from '#web/sync/reads/projections.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { counted, numberText } from '#web/ui/number-format.ts'
import { Differences } from './differences.tsx'
import styles from './dry-run.module.css'

/** Loaded after the page. */
const Dialog = lazyComponent(async () => (await import('#web/ui/dialogs/dialog.tsx')).Dialog)

type Props = { of: ProjectionOverview; actions: RunActions }

/** How many differing rows are shown at first. */
const few = 4

/** The result of a dry run: how many rows would change and which, before anything is switched. */
export function DryRunCard({ of, actions }: Props) {
  const { data } = useComparison(of.name)
  const zone = useTimeZone()
  const [all, setAll] = useState(false)
  if (!data) return null
  const { comparison, standing, comparedAt } = data
  const { counts, differences, builtVersion, liveVersion } = comparison
  const differ = counts.changed + counts.added + counts.removed
  const busy = actions.busy === of.name || of.runId !== undefined
  return (
    <section className={styles.card} aria-label={`Dry run of ${of.name}`}>
      <header className={styles.head}>
        <h2>
          <IconGitCompare size={18} stroke={1.75} aria-hidden /> Dry run: {of.name}{' '}
          <span className={styles.version}>
            version <Versions from={liveVersion} to={builtVersion} />
          </span>
        </h2>
        <p>
          {standing
            ? 'Built alongside the live version. Nobody reads it yet.'
            : 'The built rows have been removed. This is what the dry run found.'}{' '}
          {momentIn(comparedAt, zone)}, up to event {numberText(comparison.seq)}.
        </p>
      </header>
      <Counts counts={counts} />
      <div className={styles.list}>
        {differ === 0 && <p className={styles.none}>No differences.</p>}
        <Differences differences={differences.slice(0, few)} />
      </div>
      <footer className={styles.foot}>
        {differ > 0 && (
          <button type="button" className={styles.all} onClick={() => setAll(true)}>
            Show all {numberText(differ)}
          </button>
        )}
        {standing && (
          <>
            <Button variant="default" size="xs" disabled={busy} onClick={() => actions.confirm('discard', of)}>
              Discard
            </Button>
            <Button size="xs" disabled={busy} onClick={() => actions.confirm('promote', of)}>
              Promote version {builtVersion}
            </Button>
          </>
        )}
      </footer>
      <Dialog opened={all} onClose={() => setAll(false)} title={`Dry run of ${of.name}`}>
        <AllDifferences comparison={comparison} differ={differ} />
      </Dialog>
    </section>
  )
}

function AllDifferences({ comparison: { fields, differences }, differ }: { comparison: Comparison; differ: number }) {
  return (
    <>
      {fields.length > 0 && (
        <p className={styles.fields}>
          {fields.map(({ field, rows }) => `${field} in ${counted(rows, 'row')}`).join(', ')}
        </p>
      )}
      <Differences differences={differences} />
      {differences.length < differ && (
        <p className={styles.none}>
          The first {numberText(differences.length)} of {numberText(differ)}.
        </p>
      )}
    </>
  )
}

const kinds = ['same', 'changed', 'added', 'removed'] as const

const Counts = ({ counts }: Pick<Comparison, 'counts'>) => (
  <dl className={styles.counts}>
    {kinds.map((kind) => (
      <div key={kind} data-kind={counts[kind] > 0 ? kind : undefined}>
        <dt>{kind}</dt>
        <dd>{numberText(counts[kind])}</dd>
      </div>
    ))}
  </dl>
)
