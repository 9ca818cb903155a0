import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { isOffice } from '#core/model/access.ts'
import { useUser } from '#web/client/use-user.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { type Tick, withReason } from './tick.ts'

type Props = { tick: Tick; onBack: () => void; onClose: () => void }

/** Asks why the photos that the company needs were not taken. */
export function WithoutPhotos({ tick, onBack, onClose }: Props) {
  const { userRole } = useUser()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const save = () => {
    if (!reason.trim()) return setError('Enter a reason.')
    const refusal = dispatch(withReason(tick, reason.trim()))
    if (refusal) setError(refusal.error)
    else onClose()
  }
  return (
    <FormDialog
      title="Without photos"
      size={520}
      submit="Save"
      unsaved={reason.trim() !== ''}
      aside={
        <Button variant="subtle" onClick={onBack}>
          Back
        </Button>
      }
      onSubmit={save}
      onClose={onClose}
    >
      <Textarea
        label="Why is there no photo?"
        description={
          isOffice(userRole)
            ? 'The job is completed, and your reason stays in its history.'
            : 'Your task counts as completed. The job stays open until the office has seen your reason.'
        }
        required
        autosize
        minRows={3}
        maxRows={8}
        maxLength={500}
        data-autofocus
        value={reason}
        error={error}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}
