import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { v7 as uuid } from 'uuid'
import { parsePounds } from '#core/model/money.ts'
import { priceError } from '#web/features/job-dialogs/new-job-form.ts'
import { useDraft } from '#web/sync/device/drafts.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import styles from './tasks.module.css'

/** The fields of one more task. */
export function NewTask({ jobId, onDone }: { jobId: string; onDone: () => void }) {
  const dispatch = useDispatch()
  const [description, setDescription, dropDescription] = useDraft(`task ${jobId}`)
  const [price, setPrice, dropPrice] = useDraft(`task price ${jobId}`)
  const [error, setError] = useState<string>()
  const leave = () => {
    dropDescription()
    dropPrice()
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!description.trim()) return setError('Enter what needs doing.')
    if (priceError(price)) return
    const pence = parsePounds(price)
    const data = { jobId, taskId: uuid(), description: description.trim() }
    const refusal = dispatch({ type: 'AddTask', data: pence === undefined ? data : { ...data, price: pence } })
    if (refusal) setError(refusal.error)
    else leave()
  }
  return (
    <form
      className={styles.adding}
      aria-label="New task"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
    >
      <TextInput
        aria-label="Description"
        placeholder="What needs doing"
        className={styles.description}
        maxLength={5_000}
        autoFocus
        value={description}
        error={error}
        onChange={({ currentTarget }) => {
          setDescription(currentTarget.value)
          setError(undefined)
        }}
      />
      <TextInput
        aria-label="Price"
        placeholder="£"
        className={styles.price}
        inputMode="decimal"
        value={price}
        error={priceError(price)}
        onChange={({ currentTarget }) => setPrice(currentTarget.value)}
      />
      <Button type="submit" variant="light">
        Add
      </Button>
      <Button variant="default" onClick={leave}>
        Cancel
      </Button>
    </form>
  )
}
