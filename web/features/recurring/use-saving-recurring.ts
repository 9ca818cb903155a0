import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import type { RecurringCommand } from '#core/recurring/messages.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { inOtherWords } from '#web/client/in-other-words.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { type Fault, sendRecurring } from './send-recurring.ts'

/** Changes recurring work on the server, which alone knows its dates, and keeps why that was refused. */
export function useSavingRecurring() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  /** Does what changes recurring work, which returns its refusal, one change at a time. */
  const run = async (work: () => Promise<Fault | undefined>): Promise<Fault | undefined> => {
    if (busy) return { error: 'Please wait until your last change is saved.' }
    setBusy(true)
    const found = await work().catch((error: unknown) => ({
      error: error instanceof Error ? errorMessage(error) : String(error),
    }))
    if (!found) await queries.invalidateQueries({ queryKey: keys.recurring })
    setFault(found)
    setBusy(false)
    return found
  }
  /** Gives one command. `told` says why it was refused in other words than the server's. */
  const save = (command: RecurringCommand, told: (refused: Fault) => Promise<Fault> | Fault = (refused) => refused) =>
    run(async () => {
      const [refused] = await sendRecurring([{ commandId: uuid(), ...command }])
      return refused && inOtherWords(refused, told)
    })
  return {
    busy,
    fault,
    run,
    save,
    errorOf: (field: string) => (fault?.field === field ? fault.error : undefined),
  }
}
