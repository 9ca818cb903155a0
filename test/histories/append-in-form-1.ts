import { randomBytes } from 'node:crypto'
import { takesNumber } from '#core/ledger/ledger.ts'
import { schemaOf } from '#core/model/upcast.ts'
import type { Append } from '#ledger/log/append.ts'
import { digestOf, firstHash, hashOf } from '#ledger/log/chain.ts'
import type { Tampering } from '#test/database/tampering.ts'
import { tamperedLedger } from './tampered-ledger.ts'

/** Adds events as releases appended them until migration 0030: the digest of all events is of form 1. None may take a job number. */
export async function appendInForm1(superuser: Tampering, one: Append): Promise<void> {
  const ledger = tamperedLedger(superuser, one.companyId)
  const last = (await ledger.rows()).at(-1)
  let [seq, hash] = [last?.seq ?? 0, last?.hash ?? firstHash]
  for (const [ordinal, { type, data }] of one.events.entries()) {
    if (takesNumber(type)) throw new Error(`${type} takes a job number`)
    const salt = randomBytes(16)
    seq += 1
    const row = {
      company_id: one.companyId,
      seq,
      stream: one.stream,
      stream_id: one.streamId,
      version: one.expectedVersion + ordinal + 1,
      type,
      schema: schemaOf(type),
      number: null,
      data,
      actor_id: one.actorId ?? null,
      actor_role: one.actorRole,
      happened_at: one.happenedAt,
      recorded_at: new Date().toISOString(),
      clock: one.clock,
      command_id: one.commandId,
      ordinal,
      request: one.request,
      salt,
      digest: digestOf(salt, data),
    }
    hash = hashOf(hash, row)
    await ledger.insert({ ...row, hash })
  }
  await superuser.query('insert into company_head (company_id) values ($1) on conflict do nothing', [one.companyId])
  await ledger.setHead()
}
