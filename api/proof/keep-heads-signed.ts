import { join } from 'node:path'
import type { Disk } from 'flydrive'
import pLimit from 'p-limit'
import { openDisk } from '#api/image-store/disk.ts'
import { type RepeatedTask, repeatUntilStopped } from '#api/services/repeated-task.ts'
import type { Services } from '#api/services/services.ts'
import type { SignedHead } from '#core/wire/proof.ts'
import { inCompany, readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { signHeadOf } from './sign-heads.ts'

type Parts = Pick<Services, 'config' | 'ledgerPool' | 'overviewPool' | 'headKey' | 'logger' | 'setbacks' | 'now'>

const everyHour = 3_600_000
const checkEvery = 300_000
/** A store that hangs for one company must not keep the others waiting. */
const storedAtOnce = 4

/**
 * Signs each head that has moved, at most once an hour, and stores it where the operator chose, until stopped. A company whose head
 * cannot be signed or stored is retried with growing pauses and holds up no other.
 */
export const keepHeadsSigned = (parts: Parts): RepeatedTask =>
  repeatUntilStopped(
    {
      every: checkEvery,
      onFault: (error) => parts.logger.warn({ err: error }, 'heads could not be signed; retrying'),
    },
    async (signal) => {
      await signDueHeads(parts, signal)
      await storeHeads(parts, signal)
    },
  )

/** Signs the head of every company that has moved and was not signed within the last hour. */
export async function signDueHeads(parts: Parts, signal?: AbortSignal): Promise<void> {
  const { overviewPool, setbacks, now } = parts
  const anHourAgo = new Date(now().getTime() - everyHour)
  const rows = await rowsOf(overviewPool, companiesToSign({ signedBefore: anHourAgo.toISOString() }))
  for (const { company_id: companyId } of rows) {
    if (signal?.aborted) return
    await setbacks['sign-heads'].attempt(companyId, async () => {
      const signing = await signHeadOf(parts, companyId, anHourAgo)
      if (signing && 'brokenAt' in signing)
        throw new Error(`the ledger was altered outside Fettle at seq ${signing.brokenAt}; its head was not signed`)
    })
  }
}

/** Copies signed heads that are not stored yet to the operator's store. Idempotent. */
export async function storeHeads(parts: Parts, signal?: AbortSignal): Promise<void> {
  const { config, overviewPool, setbacks } = parts
  const waiting = await rowsOf(overviewPool, companiesToStore({}))
  if (waiting.length === 0) return
  const disk = await openDisk(join(config.dataFolder, 'heads'), config.headsS3)
  const inTurn = pLimit(storedAtOnce)
  const storing = waiting.map(({ company_id: companyId }) =>
    inTurn(async () => {
      if (!signal?.aborted) await setbacks['store-heads'].attempt(companyId, () => storeHeadsOf(parts, disk, companyId))
    }),
  )
  await Promise.all(storing)
}

async function storeHeadsOf({ ledgerPool, now }: Parts, disk: Disk, companyId: string): Promise<void> {
  const [{ rows }] = await readInCompany(ledgerPool, companyId, [headsToStore({ companyId })])
  for (const { document } of rows) {
    const { epoch, seq } = document.head
    await disk.put(`${companyId}/${headFileName(document)}`, headFile(document), { contentType: 'application/json' })
    const stored = markStored({ companyId, epoch, seq, storedAt: now().toISOString() })
    await inCompany(ledgerPool, companyId, (client) => client.query(stored))
  }
}

const companiesToSign = statement('heads-to-sign', (p: Parameters<{ signedBefore: string }>) =>
  db
    .selectFrom('company_head as head')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('signed_head as signed')
          .select(['signed.epoch', 'signed.seq', 'signed.signed_at'])
          .whereRef('signed.company_id', '=', 'head.company_id')
          .orderBy('signed.epoch', 'desc')
          .orderBy('signed.seq', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select('head.company_id')
    .where('head.seq', '>', 0)
    .where(({ eb, or, and, refTuple }) =>
      or([
        eb('last.seq', 'is', null),
        and([
          eb(refTuple('last.epoch', 'last.seq'), '<>', refTuple('head.epoch', 'head.seq')),
          eb('last.signed_at', '<=', p.signedBefore),
        ]),
      ]),
    ),
)

const companiesToStore = statement('companies-with-heads-to-store', () =>
  db.selectFrom('signed_head').select('company_id').distinct().where('stored_at', 'is', null),
)

const headsToStore = statement('heads-to-store', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('signed_head')
    .select(({ ref }) => ref('document').$castTo<SignedHead>().as('document'))
    .where('company_id', '=', p.companyId)
    .where('stored_at', 'is', null)
    .orderBy('epoch')
    .orderBy('seq')
    .limit(1_000),
)

type StoredHead = { companyId: string; epoch: number; seq: number; storedAt: string }

const markStored = statement('head-stored', (p: Parameters<StoredHead>) =>
  db
    .updateTable('signed_head')
    .set({ stored_at: p.storedAt })
    .where('company_id', '=', p.companyId)
    .where('epoch', '=', p.epoch)
    .where('seq', '=', p.seq),
)

/** The signed head as a file, for a company or an operator to keep. */
export const headFile = (signed: SignedHead) => `${JSON.stringify(signed, undefined, 2)}\n`
export const headFileName = ({ head }: SignedHead) =>
  `head-${head.epoch}-${String(head.seq).padStart(9, '0')}-${head.signedAt.slice(0, 10)}.json`
