import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import { linesOf, noPapers } from '#core/company/papers.ts'
import type { Duty, DutyOffice } from '#core/job/duties/duty.ts'
import styles from '#web/features/deadlines/dialogs/deadline-dialogs.module.css'
import { useDutyCommand } from '#web/features/deadlines/use-duty-command.ts'
import { useMe } from '#web/sync/reads/me.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'

type Summary = DutyOffice['summaries'][number]
type Props = {
  jobId: string
  duty: Duty
  /** One that was written and not sent, to change it. */
  summary?: Summary | undefined
  onWritten: (summaryId: string) => void
  onClose: () => void
}

const fields = [
  { field: 'found', label: 'What was found', rows: 3, most: 5000, required: true },
  { field: 'work', label: 'What happens next and when, or why no work is needed', rows: 3, most: 5000, required: true },
  { field: 'stay', label: 'Another place to stay, if offered', rows: 1, most: 2000, required: false },
  { field: 'contact', label: 'How to reach you, and how to complain', rows: 2, most: 1000, required: false },
] as const

/** Writes the summary that the household is owed after an investigation. It becomes a letter to print, send and keep. */
export function WriteSummary({ jobId, duty, summary, onWritten, onClose }: Props) {
  const { busy, fault, send, errorOf } = useDutyCommand()
  const contact = useContactLine()
  const found = duty.deadlines.find(({ step }) => step === 'investigate')?.met?.note ?? ''
  const [start] = useState(() => summary ?? { found, work: '', stay: '', contact })
  const [texts, setTexts] = useState({ ...pick(start) })
  const [summaryId] = useState(() => summary?.summaryId ?? uuid())
  // As the user opened it: somebody else may change it in the meantime. A new one replaces nothing.
  const [from] = useState(() => (summary ? { from: pick(summary) } : {}))
  const isTyped = fields.some(({ field }) => texts[field] !== start[field])
  const submit = async () => {
    if (await send({ type: 'WriteSummary', data: { jobId, dutyId: duty.dutyId, summaryId, ...texts, ...from } }))
      onWritten(summaryId)
  }
  return (
    <FormDialog
      title="Written summary"
      size={680}
      submit="Save and show the letter"
      busy={busy}
      unsaved={isTyped}
      className={styles.form}
      error={fault && fault.field !== 'found' && fault.field !== 'work' ? fault.error : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className={styles.note}>The household gets this in writing. It counts as done when it is sent.</p>
      {fields.map(({ field, label, rows, most, required }, at) => (
        <Textarea
          key={field}
          label={label}
          required={required}
          autosize
          minRows={rows}
          maxRows={10}
          maxLength={most}
          data-autofocus={at === 0 || undefined}
          value={texts[field]}
          error={errorOf(field)}
          onChange={({ currentTarget }) => setTexts({ ...texts, [field]: currentTarget.value })}
        />
      ))}
    </FormDialog>
  )
}

const pick = ({ found, work, stay, contact }: Pick<Summary, 'found' | 'work' | 'stay' | 'contact'>) => ({
  found,
  work,
  stay,
  contact,
})

/** The company's telephone and email, as its papers have them. */
function useContactLine(): string {
  const papers = useMe().data?.company.papers ?? noPapers
  return [papers.telephone, papers.email].filter(Boolean).join(', ') || linesOf(papers).join(', ')
}
