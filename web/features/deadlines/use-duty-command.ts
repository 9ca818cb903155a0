import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import type { DutyOfficeCommand } from '#core/job/duties/duty-messages.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { inOtherWords } from '#web/client/in-other-words.ts'
import { CallFailure } from '#web/client/request.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

/** Why something was not recorded: because of one field, or as a whole. */
export type Fault = { field?: string | undefined; error: string; code?: string }

/** Sends what the server decides by the rules of the law, and keeps why it was refused, or tells it to `onFault`. */
export function useDutyCommand(onFault?: (fault: Fault) => void) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  /** Sends a command. `told` says why it was refused in other words than the server's. */
  const send = async (
    { type, data }: DutyOfficeCommand,
    told: (refused: Fault) => Promise<Fault> | Fault = (refused) => refused,
  ): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setFault(undefined)
    try {
      const command = { commandId: uuid(), happenedAt: new Date().toISOString(), type, data }
      const { results } = await call<CommandsAnswer>(paths.commands, { body: { commands: [command] } })
      const [result] = results
      if (result?.status === 'refused') throw new CallFailure(409, result.code ?? 'refused', result.error, result.field)
      // The push is faster, but may be missed.
      void queries.invalidateQueries({ queryKey: keys.job(data.jobId) })
      void queries.invalidateQueries({ queryKey: keys.deadlines })
      return true
    } catch (error) {
      const found = await inOtherWords(faultOf(error), told)
      setFault(found)
      onFault?.(found)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, setFault, send, errorOf: (field: string) => (fault?.field === field ? fault.error : undefined) }
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof CallFailure)) return { error: String(error) }
  if (error.status === 0) return { error: 'You’re offline. This needs a connection, so try again later.' }
  return { field: error.field, error: errorMessage(error), code: error.code }
}
