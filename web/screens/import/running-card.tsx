import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { jobRef } from '#core/job/values.ts'
import type { ImportAnswer } from '#core/wire/imports.ts'
import { numberText } from '#web/ui/number-format.ts'
import styles from '#web/ui/progress-card.module.css'
import { isUnderWay } from './queries.ts'

type Props = { run: ImportAnswer; onStop: () => void; onResume: () => void }

/** An import's progress and, once it has ended, its result. */
export function RunningCard({ run, onStop, onResume }: Props) {
  const { progress, ready, state, plan } = run
  const { imported, completed, refused, firstNumber, lastNumber } = progress
  const part = plan.rows === 0 ? 0 : progress.rows / plan.rows
  const rate = useRate(imported, isUnderWay(run))
  const left = Math.max(0, ready - imported)
  return (
    <section className={styles.card} aria-label="Import">
      <div className={styles.head}>
        <h2 role="status">{headings[state](run)}</h2>
        {firstNumber !== undefined && lastNumber !== undefined && (
          <span className={styles.tag}>
            {jobRef(firstNumber)} to {jobRef(lastNumber)}
          </span>
        )}
        <span className={styles.said}>{state === 'running' && 'You can leave this page; the import continues'}</span>
        <span className={styles.space} />
        {state === 'running' && (
          <Button variant="default" onClick={onStop}>
            Stop here
          </Button>
        )}
        {(state === 'stopped' || state === 'failed') && left > 0 && <Button onClick={onResume}>Import the rest</Button>}
        {state === 'done' && (
          <Button component={Link} to="/sites">
            See the jobs
          </Button>
        )}
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Rows imported"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(part * 100)}
      >
        <span style={{ width: `${part * 100}%` }} />
      </div>
      <div className={styles.rates}>
        <span>
          <b>{Math.floor(part * 100)}%</b> {numberText(imported)} of {numberText(ready)} jobs
        </span>
        {completed > 0 && (
          <span>
            <b>{numberText(completed)}</b> of them completed
          </span>
        )}
        <span>
          <b>{numberText(refused)}</b> refused
        </span>
        {rate !== undefined && (
          <>
            <span>
              <b>{numberText(Math.round(rate))}</b> jobs/s
            </span>
            <span>
              <b>{numberText(Math.ceil(left / rate))} s</b> left
            </span>
          </>
        )}
        <span className={styles.space} />
        <span>started by {run.username}</span>
      </div>
      {run.error && (
        <p role="alert" className={styles.failed}>
          {run.error}
        </p>
      )}
    </section>
  )
}

const headings: Record<ImportAnswer['state'], (run: ImportAnswer) => string> = {
  draft: () => '',
  running: ({ ready }) => `Importing ${numberText(ready)} ${ready === 1 ? 'job' : 'jobs'}`,
  stopping: () => 'Stopping',
  stopped: ({ progress }) => `Stopped: ${numberText(progress.imported)} imported and kept`,
  done: ({ progress }) =>
    `${numberText(progress.imported)} ${progress.imported === 1 ? 'job' : 'jobs'} imported, ${numberText(progress.refused)} refused`,
  failed: ({ progress }) => `Ended early: ${numberText(progress.imported)} imported and kept`,
}

/** Jobs per second over the last few seconds; undefined until enough has been seen. */
function useRate(imported: number, running: boolean): number | undefined {
  const seen = useRef<{ at: number; imported: number }[]>([])
  const [rate, setRate] = useState<number>()
  useEffect(() => {
    const now = performance.now()
    seen.current = [...seen.current.filter((one) => now - one.at < 6_000), { at: now, imported }]
    const [first] = seen.current
    const seconds = first ? (now - first.at) / 1_000 : 0
    setRate(first && seconds >= 0.9 && imported > first.imported ? (imported - first.imported) / seconds : undefined)
  }, [imported])
  return running ? rate : undefined
}
