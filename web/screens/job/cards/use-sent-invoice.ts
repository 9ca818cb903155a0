import { useQuery } from '@tanstack/react-query'
import { changeWords } from '#core/invoices/changed-since-sent.ts'
import type { SentInvoiceAnswer } from '#core/wire/jobs/invoices.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'

/**
 * Of which version of the job an invoice was sent last, and in words what of it has changed since; undefined if it was not sent, or
 * while the server cannot be asked. Asked again with each change of the job that the server has recorded.
 */
export function useSentInvoice(jobId: string, invoice: string, enabled: boolean) {
  const version = useLedger((state) => state.jobs[jobId]?.body?.version)
  const { data } = useQuery({
    queryKey: ['sent-invoice', jobId, version],
    queryFn: ({ signal }) => call<SentInvoiceAnswer>(pathTo(paths.jobInvoiceSent, { jobId }), { signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === jobId ? before : undefined),
    enabled,
  })
  const { sent, now, changes = [] } = data ?? {}
  if (!enabled || sent?.invoice !== invoice) return undefined
  return { version: sent.version, changed: now ? changeWords(changes, sent, now) : '' }
}
