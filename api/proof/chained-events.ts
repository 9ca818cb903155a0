import { type EventRow, eventColumns } from '#ledger/log/read.ts'

/** An event with the salt, digest and hashes that place it in the chain. */
export type ChainedEventRow = EventRow & { salt: Buffer; digest: Buffer; hash: Buffer; previous: Buffer | null }

/** All events of a job in order, as {@link ChainedEventRow}. */
export const chainedEventsQuery = (companyId: string, jobId: string) => ({
  name: 'proof-events',
  text: `
        select ${eventColumns}, salt, digest, hash, (select p.hash from event p
          where p.company_id = event.company_id and p.seq = event.seq - 1) previous
        from event where company_id = $1 and stream_id = $2 order by version`,
  values: [companyId, jobId],
})
