import { Button, Switch } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { evidenceOf, leftOutWords } from '#core/evidence/evidence.ts'
import { whyFailed } from '#core/job/failed-mail/why-failed.ts'
import { audienceOf, isOffice } from '#core/model/access.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { download } from '#web/client/download.ts'
import { useUser } from '#web/client/use-user.ts'
import { SentTo } from '#web/features/sent-mail/sent-to.tsx'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { useJobHistory, useOlderUntil } from '#web/sync/reads/job-history/use-job-history.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useMay } from '#web/sync/rights.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { focusUnread } from '#web/ui/dialogs/unread-field.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { counted } from '#web/ui/number-format.ts'
import { useToday } from '#web/ui/time/today.ts'
import styles from './evidence-dialog.module.css'

const SendPackDialog = lazyComponent(async () => (await import('./send-pack-dialog.tsx')).SendPackDialog)

type Props = { jobId: string; onClose: () => void }

type Chosen = { copy: 'office' | 'team'; from: string; to: string; prices: boolean; notes: boolean }

/** The contents of an evidence pack, with the number of events left out. */
export function EvidenceDialog({ jobId, onClose }: Props) {
  const history = useJobHistory(jobId)
  const isWhole = history.data?.isWhole === true
  // The count needs every event.
  useOlderUntil(isWhole, history)
  const events = history.data?.events
  const { userRole } = useUser()
  const zone = useTimeZone()
  const office = isOffice(userRole)
  const day = { toward: 'past', today: useToday(zone), clearable: true, placeholder: 'Any' } as const
  const [chosen, choose] = useState<Chosen>({
    copy: audienceOf(userRole),
    from: '',
    to: '',
    prices: false,
    notes: false,
  })
  const maySend = useMay('createJob')
  const known = useJob(jobId)?.office
  const sentBefore = known?.evidenceSent
  const why = sentBefore && whyFailed(known, sentBefore)
  const [isSending, setSending] = useState(false)
  const [busy, setBusy] = useState<'pdf' | 'json'>()
  const [error, setError] = useState<string>()
  const isBackwards = chosen.from !== '' && chosen.to !== '' && chosen.to < chosen.from
  const evidence = useMemo(() => {
    if (!events || !isWhole) return undefined
    const { from, to, ...rest } = chosen
    return evidenceOf(events, { ...rest, from: from || undefined, to: to || undefined, zone })
  }, [events, isWhole, chosen, zone])
  const set = (change: Partial<Chosen>) => {
    setError(undefined)
    choose({ ...chosen, ...change })
  }
  const period = useRef<HTMLFieldSetElement>(null)
  const isUnread = () => period.current !== null && focusUnread(period.current)
  const get = async (format: 'pdf' | 'json') => {
    if (isUnread()) return
    setBusy(format)
    setError(undefined)
    await download(pathTo(paths.jobEvidence, { jobId }), queryOf(chosen, format))
      .catch((failure: Error) => setError(`The evidence pack could not be created: ${failure.message}`))
      .finally(() => setBusy(undefined))
  }
  const counts = evidence
    ? `${counted(evidence.entries.length, 'event')}. ${leftOutWords(evidence.leftOut) ?? 'None left out.'}`
    : undefined
  if (isSending)
    return (
      <SendPackDialog
        jobId={jobId}
        options={optionsOf(chosen)}
        again={why && sentBefore?.sentTo}
        contents={`${chosen.copy === 'office' ? 'With' : 'Without'} office records. ${counts ?? ''}`}
        onClose={() => setSending(false)}
        onSent={onClose}
      />
    )
  const wrong = isBackwards ? 'The last day must not be before the first.' : error
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Evidence pack"
      size={520}
      footer={
        <>
          <Button
            variant="default"
            className={styles.rarer}
            disabled={busy !== undefined || isBackwards}
            onClick={() => get('json')}
          >
            {busy === 'json' ? 'Creating...' : 'Verification file only'}
          </Button>
          {maySend && (
            <Button
              variant="default"
              disabled={busy !== undefined || isBackwards}
              onClick={() => !isUnread() && setSending(true)}
            >
              {why ? 'Send again' : 'Send by email'}
            </Button>
          )}
          <Button disabled={busy !== undefined || isBackwards} onClick={() => get('pdf')} data-autofocus>
            {busy === 'pdf' ? 'Creating...' : 'Create PDF'}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        A document to pass on: who attended and when, everything that happened, when it happened and when it was
        recorded, the photos, and how to check that nothing was altered.
      </p>
      <fieldset className={styles.period} ref={period}>
        <legend>Period</legend>
        <DateField label="First day" {...day} value={chosen.from} onChange={(from) => set({ from })} />
        <DateField label="Last day" {...day} value={chosen.to} onChange={(to) => set({ to })} />
      </fieldset>
      <div className={styles.switches}>
        {office && (
          <>
            <Switch
              label="Office records"
              description="Adds the work order, agency, received by and time corrections."
              checked={chosen.copy === 'office'}
              onChange={({ currentTarget }) =>
                set(currentTarget.checked ? { copy: 'office' } : { copy: 'team', prices: false })
              }
            />
            <Switch
              label="Prices and invoice number"
              checked={chosen.prices}
              disabled={chosen.copy === 'team'}
              onChange={({ currentTarget }) => set({ prices: currentTarget.checked })}
            />
          </>
        )}
        <Switch
          label="Office comments"
          checked={chosen.notes}
          onChange={({ currentTarget }) => set({ notes: currentTarget.checked })}
        />
      </div>
      <p className={styles.count} role="status">
        {counts ?? (history.isFetchNextPageError ? 'The events could not be counted.' : 'Counting the events...')}
      </p>
      {sentBefore && (
        <div className={styles.sent}>
          <SentTo sent={sentBefore} why={why} />
        </div>
      )}
      {wrong && (
        <p className={styles.error} role="alert">
          {wrong}
        </p>
      )}
    </Dialog>
  )
}

const optionsOf = ({ copy, from, to, prices, notes }: Chosen) => ({
  copy,
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
  prices,
  notes,
})

const queryOf = ({ copy, from, to, prices, notes }: Chosen, format: 'pdf' | 'json') => ({
  copy,
  from: from || undefined,
  to: to || undefined,
  prices: prices ? 'yes' : 'no',
  notes: notes ? 'yes' : 'no',
  format,
})
