import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { v7 as uuid } from 'uuid'
import { label } from '#core/model/label.ts'
import type { Part } from '#core/part/part.ts'
import { type PartField, partStatuses } from '#core/part/values.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { useToday } from '#web/ui/time/today.ts'
import { lateness } from './delivery.tsx'
import { JobIdField } from './job-id-field.tsx'
import styles from './part-dialog.module.css'
import { addCommand, changedFields, draftOf, editCommand, emptyDraft, errorsOf, type PartDraft } from './part-form.ts'

type Props = {
  /** The part to edit; undefined to add one. */
  part?: Part
  /** Initial values of a new part, such as its job. */
  defaults?: Partial<PartDraft>
  onClose: () => void
}

/** The dialog that adds and edits a part. It closes once the part passes the rules here; the outbox sends it. */
export function PartDialog({ part, defaults, onClose }: Props) {
  const dispatch = useDispatch()
  const today = useToday(useTimeZone())
  // The edit stays based on what the editor first saw, whatever is pushed while they type.
  const [base] = useState(() => (part ? draftOf(part) : emptyDraft(today, defaults)))
  const [newId] = useState(() => uuid())
  const [draft, setDraft] = useState(base)
  const [tried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const errors = errorsOf(draft)
  const set = (change: Partial<PartDraft>) => setDraft((before) => ({ ...before, ...change }))
  const errorOf = (field: PartField) => tried && errors.find((one) => one.field === field)?.error
  const isTyped = changedFields(base, draft).length > 0 || draft.status !== base.status
  const submit = () => {
    setTried(true)
    const [first] = errors
    if (first) return form.current?.querySelector<HTMLElement>(`[name="${first.field}"]`)?.focus()
    const refused = dispatch(part ? editCommand(part.partId, base, draft) : addCommand(newId, draft))
    if (refused) setRefusal(`Failed to save part. Please try again. ${refused.error}`)
    else onClose()
  }
  const text = (field: PartField, label: string, maxLength: number) => ({
    name: field,
    label,
    maxLength,
    value: draft[field],
    error: errorOf(field),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set({ [field]: currentTarget.value }),
  })
  const date = (field: 'purchaseDate' | 'expectedDelivery', label: string) => ({
    name: field,
    label,
    required: true,
    allowDeselect: true,
    today,
    value: draft[field],
    error: errorOf(field),
    onChange: (day: string) => set({ [field]: day }),
  })
  const late = draft.expectedDelivery && lateness(draft, today)
  return (
    <FormDialog
      title={part ? 'Edit Part' : 'Add New Part'}
      submit={part ? 'Save Part' : 'Add Part'}
      unsaved={isTyped}
      {...(part ? {} : { discard: 'Discard this part?' })}
      error={refusal}
      aside={part && <Added part={part} />}
      form={form}
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput className={styles.wide} required data-autofocus {...text('name', 'Product Name', 200)} />
      <TextInput className={styles.third} {...text('reference', 'Reference', 100)} />
      <TextInput className={styles.third} {...text('category', 'Category', 100)} />
      <NativeSelect
        className={styles.third}
        label="Status"
        required
        data={partStatuses.map((value) => ({ value, label: label(value) }))}
        value={draft.status}
        onChange={({ currentTarget }) =>
          set({ status: partStatuses.find((one) => one === currentTarget.value) ?? 'waiting' })
        }
      />
      <JobIdField value={draft.jobId} onChange={(jobId) => set({ jobId })} onSite={(site) => set({ site })} />
      <TextInput {...text('site', 'Site', 200)} />
      <DateField toward="past" {...date('purchaseDate', 'Purchase Date')} />
      <div>
        <DateField toward="future" {...date('expectedDelivery', 'Expected Delivery')} />
        {late && (
          <p className={styles.late}>
            <IconClockExclamation size={16} stroke={1.75} aria-hidden />
            {late}
          </p>
        )}
      </div>
      <TextInput className={styles.wide} type="url" placeholder="https://" {...text('link', 'Product Link', 2_000)} />
      <Textarea className={styles.wide} autosize minRows={2} maxRows={8} {...text('notes', 'Notes', 5_000)} />
    </FormDialog>
  )
}

/** Who added the part, and who last changed it. */
function Added({ part: { createdBy, createdAt, updatedBy, updatedAt } }: { part: Part }) {
  const people = usePeople()
  const zone = useTimeZone()
  const nameOf = (userId: string) => people.get(userId)?.name ?? 'someone'
  return (
    <span className={styles.by}>
      Added by {nameOf(createdBy)}, {dayIn(createdAt, zone)}
      {updatedAt !== createdAt && ` · changed by ${nameOf(updatedBy)}, ${dayIn(updatedAt, zone)}`}
    </span>
  )
}
