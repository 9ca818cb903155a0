import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SiteCommand } from '#core/site/messages.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { CallFailure } from '#web/client/request.ts'
import { saveSite } from './save-site.ts'

/** What the server said is wrong with a form: of one of its fields, or of it as a whole. */
export type Fault = { field?: string | undefined; error: string }

/** Sends a form about a site, and keeps why it was refused. */
export function useSaving() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const save = async (command: SiteCommand): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setFault(undefined)
    try {
      await saveSite(queries, command)
      return true
    } catch (error) {
      setFault({
        field: error instanceof CallFailure ? error.field : undefined,
        error: error instanceof Error ? errorMessage(error) : String(error),
      })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, save, errorOf: (field: string) => (fault?.field === field ? fault.error : undefined) }
}
