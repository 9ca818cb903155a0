import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDisk } from '#api/image-store/disk.ts'
import type { Services } from '#api/services/services.ts'
import type { SignedHead } from '#core/wire/proof.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { signHeadOf } from './sign-heads.ts'

type Parts = Pick<Services, 'config' | 'ledgerPool' | 'overviewPool' | 'headKey' | 'logger' | 'now'>

const everyHour = 3_600_000
const lookEvery = 300_000

/** Signs each head that has moved, at most once an hour, and stores it where the operator chose, until stopped. */
export function keepHeadsSigned(parts: Parts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const keep = async () => {
    while (!stopping.signal.aborted) {
      await signDueHeads(parts, stopping.signal)
        .then(() => storeHeads(parts))
        .catch((error: unknown) => parts.logger.warn({ err: error }, 'heads could not be signed; retrying'))
      await sleep(lookEvery, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const keeping = keep()
  return {
    async stop() {
      stopping.abort()
      await keeping
    },
  }
}

/** Signs the head of every company that has moved and was not signed within the last hour. */
export async function signDueHeads(parts: Parts, signal?: AbortSignal): Promise<void> {
  const { overviewPool, logger, now } = parts
  const anHourAgo = new Date(now().getTime() - everyHour)
  const { rows } = await overviewPool.query<{ company_id: string }>({
    name: 'heads-to-sign',
    text: `
      select h.company_id from company_head h
      left join lateral (
        select s.epoch, s.seq, s.signed_at from signed_head s
        where s.company_id = h.company_id order by s.epoch desc, s.seq desc limit 1) last on true
      where h.seq > 0
        and (last.seq is null or (last.epoch, last.seq) <> (h.epoch, h.seq) and last.signed_at <= $1)`,
    values: [anHourAgo],
  })
  for (const { company_id: companyId } of rows) {
    if (signal?.aborted) return
    const signing = await signHeadOf(parts, companyId, anHourAgo)
    if (signing && 'brokenAt' in signing)
      logger.error(
        { companyId, seq: signing.brokenAt },
        'the ledger was changed outside Fettle; its head was not signed',
      )
  }
}

/** Copies signed heads that are not stored yet to the operator's store. Idempotent. */
export async function storeHeads({ config, overviewPool, ledgerPool, now }: Parts): Promise<void> {
  const { rows } = await overviewPool.query<{ document: SignedHead }>({
    name: 'heads-to-store',
    text: 'select document from signed_head where stored_at is null order by company_id, epoch, seq limit 10000',
  })
  if (rows.length === 0) return
  const disk = await openDisk(join(config.dataFolder, 'heads'), config.headsS3)
  for (const { document } of rows) {
    const { companyId, epoch, seq } = document.head
    await disk.put(`${companyId}/${headFileName(document)}`, headFile(document), { contentType: 'application/json' })
    await inCompany(ledgerPool, companyId, (client) =>
      client.query({
        name: 'head-stored',
        text: 'update signed_head set stored_at = $4 where company_id = $1 and epoch = $2 and seq = $3',
        values: [companyId, epoch, seq, now()],
      }),
    )
  }
}

/** The signed head as a file, for a company or an operator to keep. */
export const headFile = (signed: SignedHead) => `${JSON.stringify(signed, undefined, 2)}\n`
export const headFileName = ({ head }: SignedHead) =>
  `head-${head.epoch}-${String(head.seq).padStart(9, '0')}-${head.signedAt.slice(0, 10)}.json`
