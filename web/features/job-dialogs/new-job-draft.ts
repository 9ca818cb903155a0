import { useState } from 'react'
import * as z from 'zod/mini'
import { taskStatuses } from '#core/job/values.ts'
import { useDraft } from '#web/sync/device/drafts.ts'
import { emptyForm, type NewJobForm } from './new-job-form.ts'

/** The New Job form as kept on this device. */
const newJobForm = z.strictObject({
  jobId: z.uuid(),
  workOrder: z.string(),
  apartmentName: z.string(),
  createdAt: z.iso.date(),
  agency: z.string(),
  receivedBy: z.string(),
  tasks: z.array(
    z.strictObject({ taskId: z.uuid(), description: z.string(), price: z.string(), status: z.enum(taskStatuses) }),
  ),
})

/** The New Job form, kept on this device until the job is created or discarded; each site has one of its own. */
export function useNewJobDraft(site = '') {
  const emptyHere = () => ({ ...emptyForm(), apartmentName: site })
  const [fresh, setFresh] = useState(emptyHere)
  const [text, setText, drop] = useDraft(site ? `new job at ${site}` : 'new job')
  const form = keptIn(text) ?? fresh
  return {
    form,
    set: (change: Partial<NewJobForm>) => setText(JSON.stringify({ ...form, ...change })),
    clear: () => {
      drop()
      setFresh(emptyHere())
    },
  }
}

/** The form in a kept text; undefined if there is none, or if an earlier build kept it in another shape. */
export function keptIn(text: string): NewJobForm | undefined {
  if (text === '') return undefined
  try {
    return z.safeParse(newJobForm, JSON.parse(text)).data
  } catch {
    return undefined
  }
}
