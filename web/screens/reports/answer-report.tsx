import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { answerLength } from '#core/report/values.ts'
import type { ReportShown } from '#core/wire/jobs/reports.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { useDecision } from './report-reads.ts'

/** Closes a report, with an answer for the person who sent it. */
export function AnswerReport({ report, onClose }: { report: ReportShown; onClose: () => void }) {
  const { busy, fault, close } = useDecision()
  const [answer, setAnswer] = useState('')
  const submit = async () => {
    if (!(await close(report.reportId, answer))) return
    onClose()
    toast.success('Report closed')
  }
  return (
    <FormDialog
      title="Answer and close"
      submit="Close the report"
      busy={busy}
      unsaved={answer.trim() !== ''}
      error={fault?.error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Textarea
        label="Answer"
        description="Shown on the page where the sender follows their report. You can leave it empty."
        autosize
        minRows={3}
        maxRows={8}
        maxLength={answerLength}
        value={answer}
        onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
      />
    </FormDialog>
  )
}
