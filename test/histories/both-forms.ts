import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { withoutTexts } from '#core/erasure/erasure.ts'
import type { Event } from '#core/ledger/ledger.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { append } from '#ledger/log/append.ts'
import { eraseEvents, sealRemains } from '#ledger/log/erasure.ts'
import { dana } from '#test/core/given-when-then.ts'
import { jobCreated, priced, tap } from '#test/core/job-events.ts'
import type { Tampering } from '#test/database/tampering.ts'
import { appendInForm1 } from './append-in-form-1.ts'
import { sampleAppend, sampleNote } from './sample-appends.ts'
import { rowAt, tamperedLedger } from './tampered-ledger.ts'

/** The seqs of {@link fillBothForms}: notes of both forms, standing and erased, and prices, which have no texts. */
export const seqs = { note1: 2, price: 3, note2: 4, erased1: 5, erased2: 6, erasure: 7, laterPrice: 8, last: 9 }

/** Fills a company's ledger with events of both forms of digest, of which two were erased by law. */
export async function fillBothForms(api: pg.Pool, superuser: Tampering, companyId: string) {
  const streamId = uuid()
  let expectedVersion = 0
  const one = (event: Event) =>
    sampleAppend({ companyId, streamId, expectedVersion: expectedVersion++, events: [event] })
  await append(api, one(jobCreated))
  await appendInForm1(superuser, one(sampleNote('Mrs Doyle, third floor')))
  await append(api, one(priced(tap, 4_000)))
  await append(api, one(sampleNote('Key with the porter')))
  await appendInForm1(superuser, one(sampleNote('Rang Mrs Doyle')))
  await append(api, one(sampleNote('Mrs Doyle rang')))
  await eraseNotes(api, superuser, companyId, [seqs.erased1, seqs.erased2])
  await append(api, one(priced(tap, 4_500)))
  await append(api, one(sampleNote('Done')))
}

/** Erases the notes at some seqs as the product does. */
async function eraseNotes(api: pg.Pool, superuser: Tampering, companyId: string, at: readonly number[]) {
  const kept = await tamperedLedger(superuser, companyId).rows()
  const remains = at.map((seq) => {
    const { digest, data } = rowAt(kept, seq)
    return sealRemains({ seq, digest: digest.toString('hex') }, withoutTexts(data, ['note']))
  })
  const events = remains.map(({ seq, remains }) => ({ seq, texts: ['note'], remains }))
  const told: Event = { type: 'EventErased', data: { events, reason: 'She asked' } }
  const by = { stream: 'company', streamId: companyId, actorId: dana.userId, actorRole: 'owner' } as const
  const one = sampleAppend({ companyId, ...by, events: [told] })
  await inCompany(api, companyId, async (client) => {
    await append(client, one)
    await eraseEvents(client, companyId, one.commandId, remains)
  })
}
