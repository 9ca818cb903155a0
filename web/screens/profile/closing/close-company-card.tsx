import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { ClosingAnswer } from '#core/wire/account/closing.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useMe } from '#web/sync/reads/me.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import styles from './closing.module.css'

/** Closes the company, for its owner. */
export function CloseCompanyCard() {
  const { data } = useMe()
  const [asking, setAsking] = useState(false)
  if (!data || data.company.closing) return null
  return (
    <Card title="Close company">
      <p className={styles.words}>
        The company is read-only for 30 days, during which you can reopen it. Then its texts, photos and people are
        erased.
      </p>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        Close company
      </Button>
      {asking && <CloseCompanyDialog name={data.company.name} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function CloseCompanyDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await call<ClosingAnswer>(paths.companyClosing, { body: { name: typed } })
      await queries.invalidateQueries({ queryKey: keys.me })
      onClose()
    } catch (failure) {
      setError(errorMessage(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size={520}
      title="Close the company?"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} aria-disabled={busy}>
            Close company
          </Button>
        </>
      }
    >
      <p className={styles.words}>
        From then on nobody can change anything, calendar links and imports stop, and the plan is not renewed. For 30
        days everyone can still read, and download exports and evidence, and you can reopen the company.
      </p>
      <p className={styles.words}>
        After 30 days all texts, photos, people’s names, emails and sign-ins are erased for good, including yours. What
        remains, such as times, prices and the company’s name, proves that evidence you downloaded before is genuine.
      </p>
      <form id={form} onSubmit={submit} noValidate>
        <Field
          label={`Type ${name} to confirm`}
          name="name"
          autoComplete="off"
          value={typed}
          error={error}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
