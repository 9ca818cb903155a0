import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SiteCommand } from '#core/site/messages.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { CallFailure } from '#web/client/request.ts'
import { saveSite } from './save-site.ts'

/** What the server said is wrong with a form: of one of its fields, or of it as a whole. */
export type Fault = { field?: string | undefined; error: string }

/** Sends a form about a site, and keeps why it was refused, in the words of `told` if given. */
export function useSaving() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const save = async (
    command: SiteCommand,
    told: (refused: CallFailure) => Promise<string> | string = errorMessage,
  ): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setFault(undefined)
    try {
      await saveSite(queries, command)
      return true
    } catch (error) {
      setFault(await faultIn(error, told))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, save, errorOf: (field: string) => (fault?.field === field ? fault.error : undefined) }
}

/** What is wrong, as `told` says it; as the server has said it if that fails. */
async function faultIn(error: unknown, told: (refused: CallFailure) => Promise<string> | string): Promise<Fault> {
  if (!(error instanceof CallFailure)) return { error: error instanceof Error ? errorMessage(error) : String(error) }
  const { field } = error
  try {
    return { field, error: await told(error) }
  } catch (failure) {
    console.error('What a change was refused for is not known', failure)
    return { field, error: errorMessage(error) }
  }
}
