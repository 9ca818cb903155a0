import { Button } from '@mantine/core'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import { type NotSignedReason, notSignedReasons } from '#core/job/signature/signature.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { reasonNames } from '#web/ui/signature/signature-names.ts'
import styles from './signature-dialog.module.css'

type Props = { jobId: string; onBack: () => void; onClose: () => void }

/** Asks why nobody signs. */
export function NobodyToSign({ jobId, onBack, onClose }: Props) {
  const dispatch = useDispatch()
  const [signatureId] = useState(() => uuid())
  const [reason, setReason] = useState<NotSignedReason>()
  const [error, setError] = useState<string>()
  const save = () => {
    if (!reason) return
    const refusal = dispatch({ type: 'RecordNoSignature', data: { jobId, signatureId, reason } })
    if (refusal) setError(refusal.error)
    else onClose()
  }
  return (
    <FormDialog
      title="Nobody here to sign"
      size={440}
      submit="Save"
      disabled={reason === undefined}
      error={error}
      className={styles.form}
      onSubmit={save}
      onClose={onClose}
    >
      <fieldset className={styles.reasons}>
        <legend className={styles.lead}>Why is there no signature?</legend>
        {notSignedReasons.map((one) => (
          <label key={one} className={styles.reason}>
            <input type="radio" name="reason" checked={one === reason} onChange={() => setReason(one)} />
            {reasonNames[one]}
          </label>
        ))}
      </fieldset>
      <Button variant="subtle" className={styles.text} onClick={onBack}>
        Back to the signature
      </Button>
    </FormDialog>
  )
}
