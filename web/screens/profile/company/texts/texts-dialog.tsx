import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { timeIn } from '#core/time/format.ts'
import { type TextShown, type TextState, textsListed } from '#core/wire/jobs/texts.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useMay } from '#web/sync/rights.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { ago, dayIn } from '#web/ui/time/format-instant.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { retryText, useTexts } from './texts.ts'
import styles from './texts-dialog.module.css'

/** The newest text messages to tenants: how each stands, and in the sandbox what would have been sent. */
export function TextsDialog({ onClose }: { onClose: () => void }) {
  const read = useTexts()
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Texts to tenants"
      size={640}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <ReadState
        read={read}
        failed={() => 'Failed to load the texts. Please try again later.'}
        skeleton={<SkeletonRows rows={4} columns={{ when: 90, who: 260, state: 60 }} />}
      >
        {({ texts, mode }) => (
          <>
            {mode === 'sandbox' && (
              <p className={styles.note}>None of these was sent: this is what tenants would get.</p>
            )}
            {texts.length === 0 ? (
              <p className={styles.note}>
                No texts yet. Send one from Tenant’s page on a job, or choose under Tenants what is texted
                automatically.
              </p>
            ) : (
              <ul className={styles.texts}>
                {texts.map((one) => (
                  <Row key={one.textId} text={one} isSandbox={mode === 'sandbox'} />
                ))}
              </ul>
            )}
            {texts.length === textsListed && <p className={styles.note}>The last {textsListed} texts are shown.</p>}
          </>
        )}
      </ReadState>
    </Dialog>
  )
}

const states: Record<TextState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Not sent',
  dropped: 'Left out',
}

function Row({ text, isSandbox }: { text: TextShown; isSandbox: boolean }) {
  const { textId, jobId, jobRef, name, state, queuedAt, dueAt, why, would } = text
  const queries = useQueryClient()
  const zone = useTimeZone()
  const now = useNow()
  const mayEdit = useMay('editJob')
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await retryText(queries, textId).catch((failure: unknown) => toast.failure(errorMessage(failure)))
    setBusy(false)
  }
  const isLater = dueAt !== undefined && Date.parse(dueAt) > now
  return (
    <li className={styles.text} data-failed={state === 'failed' || undefined}>
      <p>
        <strong>{name || 'Former tenant'}</strong>
        {jobRef && (
          <>
            , job <Link to={`/job/${jobId}`}>{jobRef}</Link>
          </>
        )}
      </p>
      <p className={styles.state}>
        {state === 'sent' && isSandbox ? 'Written' : states[state]} · {ago(queuedAt, now, zone)}
        {isLater && ` · goes ${dayIn(dueAt, zone)} at ${timeIn(dueAt, zone)}`}
      </p>
      {why && <p className={styles.why}>{why}</p>}
      {would && (
        <blockquote className={styles.would}>
          <p className={styles.to}>To {would.to}</p>
          {would.text}
        </blockquote>
      )}
      {state === 'failed' && mayEdit && (
        <Button variant="default" size="xs" className={styles.again} disabled={busy} onClick={retry}>
          Send again
        </Button>
      )}
    </li>
  )
}
