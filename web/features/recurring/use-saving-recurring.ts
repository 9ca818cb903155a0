import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import type { RecurringCommand } from '#core/recurring/messages.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { waitForRecurring } from '#web/sync/reads/recurring/recurring-reads.ts'

type Fault = { field?: string | undefined; error: string }

/** Changes recurring work on the server, which alone knows its dates, and keeps why that was refused. */
export function useSavingRecurring() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const save = async (command: RecurringCommand): Promise<Fault | undefined> => {
    if (busy) return { error: 'Please wait until your last change is saved.' }
    setBusy(true)
    const found = await send(command).catch((error: unknown) => ({
      error: error instanceof Error ? errorMessage(error) : String(error),
    }))
    if (!found) await queries.invalidateQueries({ queryKey: keys.recurring })
    setFault(found)
    setBusy(false)
    return found
  }
  return { busy, fault, save, errorOf: (field: string) => (fault?.field === field ? fault.error : undefined) }
}

async function send(command: RecurringCommand): Promise<Fault | undefined> {
  const stamp = { commandId: uuid(), happenedAt: new Date().toISOString() }
  const { results } = await call<CommandsAnswer>(paths.commands, { body: { commands: [{ ...stamp, ...command }] } })
  const [result] = results
  if (result?.status === 'refused') return { field: result.field, error: result.error ?? 'This was refused.' }
  waitForRecurring(result?.seq ?? 0)
  return undefined
}
