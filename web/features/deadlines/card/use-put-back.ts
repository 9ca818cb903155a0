import type { Step } from '#core/deadlines/values.ts'
import { useDutyCommand } from '#web/features/deadlines/use-duty-command.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** Takes back that a step was done. An investigation takes what followed from it along, so the server decides that. */
export function usePutBack(jobId: string, dutyId: string) {
  const { send } = useDutyCommand((fault) => toast.failure(fault.error))
  return async (step: Step): Promise<void> => {
    if (step === 'investigate') {
      if (await send({ type: 'ReopenInvestigation', data: { jobId, dutyId } })) toast.success('Undone')
      return
    }
    const refusal = dispatch({ type: 'ReopenDeadline', data: { jobId, dutyId, step } })
    if (refusal) toast.failure(refusal.error)
    else toast.success('Undone')
  }
}
