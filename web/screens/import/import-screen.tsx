import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import type { ImportAnswer, ImportReading } from '#core/wire/imports.ts'
import { Page } from '#web/frame/page.tsx'
import { useMay } from '#web/sync/rights.ts'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './cards.module.css'
import { CheckCard } from './check-card.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ColumnsCard } from './columns-card.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { changeReading, chooseSheet, startImport, stopImport, useImport } from './queries.ts'
import { RunningCard } from './running-card.tsx'
import { Steps } from './steps.tsx'

const back = { to: '/sites', name: 'Back to jobs' }

/** Imports jobs from a spreadsheet: a file, its columns, a check, and the import, which runs on the server. */
export function ImportScreen() {
  const mayCreate = useMay('createJob')
  const [address, setAddress] = useSearchParams()
  const importId = address.get('id')
  if (!mayCreate) return <Navigate to="/sites" replace />
  if (importId) return <OneImport key={importId} importId={importId} />
  return (
    <Page title="Import jobs" back={back}>
      <Steps run={undefined} />
      <ChooseFile onSent={(id) => setAddress({ id })} />
      <EarlierImports />
    </Page>
  )
}

function OneImport({ importId }: { importId: string }) {
  const queries = useQueryClient()
  const [, setAddress] = useSearchParams()
  const { data, error, refetch } = useImport(importId)
  const { reading, change, checking } = useReading(importId)
  const run = data && { ...data, plan: { ...data.plan, ...reading } }
  const [sending, setSending] = useState(false)
  const busy = sending || checking
  const send = async (work: () => Promise<ImportAnswer>) => {
    setSending(true)
    await work()
      .catch((failure: Error) => toast.failure(failure.message))
      .finally(() => setSending(false))
  }
  const start = () => send(() => startImport(queries, importId))
  return (
    <Page title="Import jobs" back={back} {...(run ? { detail: run.fileName } : {})}>
      <ReadState
        read={{ data: run, error, refetch }}
        failed={({ message }) => `Failed to fetch the import: ${message}`}
        skeleton={<SkeletonRows rows={10} columns={{ column: '25%', first: '25%', field: '25%', reason: '20%' }} />}
      >
        {(run) => (
          <>
            <Steps run={run} />
            {run.state !== 'draft' && (
              <RunningCard run={run} onStop={() => send(() => stopImport(queries, importId))} onResume={start} />
            )}
            <div className={styles.cards}>
              <ColumnsCard
                run={run}
                busy={busy}
                onChange={change}
                onSheet={(sheet) => send(() => chooseSheet(queries, importId, sheet))}
              />
              <CheckCard run={run} busy={busy} onChange={change} onStart={start} />
            </div>
            {run.state !== 'running' && run.state !== 'stopping' && (
              <Button variant="default" mt={12} onClick={() => setAddress({})}>
                Choose another file
              </Button>
            )}
          </>
        )}
      </ReadState>
    </Page>
  )
}

/** Changes how the file is read. A change shows at once, then the server checks it; of several pending, only the last. */
function useReading(importId: string) {
  const queries = useQueryClient()
  const [reading, setReading] = useState<ImportReading>()
  const latest = useRef<ImportReading>(undefined)
  const checks = useRef(Promise.resolve())
  const change = (wanted: ImportReading) => {
    latest.current = wanted
    setReading(wanted)
    checks.current = checks.current.then(async () => {
      if (latest.current !== wanted) return
      await changeReading(queries, importId, wanted).catch((failure: Error) => void toast.failure(failure.message))
      if (latest.current === wanted) setReading(undefined)
    })
  }
  return { reading, change, checking: reading !== undefined }
}
