import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import { linesOf, noPapers } from '#core/company/papers.ts'
import type { Duty } from '#core/job/duties/duty.ts'
import styles from '#web/features/deadlines/dialogs/deadline-dialogs.module.css'
import { readDuty } from '#web/features/deadlines/read-duty.ts'
import { type Fault, useDutyCommand } from '#web/features/deadlines/use-duty-command.ts'
import { useMe } from '#web/sync/reads/me.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { type Summary, summaryFields, summaryOver, textsOf } from './summary-texts.ts'

type Props = {
  jobId: string
  duty: Duty
  /** One that was written and not sent, to change it. */
  summary?: Summary | undefined
  onWritten: (summaryId: string) => void
  onClose: () => void
}

/** Writes the summary that the household is owed after an investigation. It becomes a letter to print, send and keep. */
export function WriteSummary({ jobId, duty, summary, onWritten, onClose }: Props) {
  const { busy, fault, send, errorOf } = useDutyCommand()
  const contact = useContactLine()
  const found = duty.deadlines.find(({ step }) => step === 'investigate')?.met?.note ?? ''
  const [start, setStart] = useState(() => textsOf(summary ?? { found, work: '', stay: '', contact }))
  const [texts, setTexts] = useState(start)
  const [summaryId] = useState(() => summary?.summaryId ?? uuid())
  // As the user opened it, or has been told of since: somebody else may change it in the meantime. A new one replaces nothing.
  const [from, setFrom] = useState(() => (summary ? { from: textsOf(summary) } : {}))
  const isTyped = summaryFields.some(({ field }) => texts[field] !== start[field])
  /** What is typed stays: it is saved over what somebody else has written, once the user has been told of that. */
  const told = async (refused: Fault): Promise<Fault> => {
    if (refused.code !== 'summary-moved-on') return refused
    const { office } = await readDuty(jobId, duty.dutyId)
    const now = office?.summaries.find((one) => one.summaryId === summaryId)
    if (!now) return refused
    const theirs = textsOf(now)
    const { words } = summaryOver(start, texts, theirs)
    // More may have been typed since it was sent.
    setTexts((typed) => summaryOver(start, typed, theirs).texts)
    setStart(theirs)
    setFrom({ from: theirs })
    return { error: ['Someone else has changed this summary in the meantime.', ...words].join(' ') }
  }
  const submit = async () => {
    const data = { jobId, dutyId: duty.dutyId, summaryId, ...texts, ...from }
    if (await send({ type: 'WriteSummary', data }, told)) onWritten(summaryId)
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
      {summaryFields.map(({ field, label, rows, most, required }, at) => (
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
          onChange={({ currentTarget: { value } }) => setTexts((now) => ({ ...now, [field]: value }))}
        />
      ))}
    </FormDialog>
  )
}

/** The company's telephone and email, as its papers have them. */
function useContactLine(): string {
  const papers = useMe().data?.company.papers ?? noPapers
  return [papers.telephone, papers.email].filter(Boolean).join(', ') || linesOf(papers).join(', ')
}
