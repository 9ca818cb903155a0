import { setTimeout as sleep } from 'node:timers/promises'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import type { ChainChecker } from '#api/proof/chain-checker.ts'
import { chainedEventsQuery } from '#api/proof/chained-events.ts'
import { readJobProof } from '#api/proof/job-proof.ts'
import { signHeadOf } from '#api/proof/sign-heads.ts'
import { nameIn, type People, peopleOf, peopleQueries } from '#api/reads/people.ts'
import type { Services } from '#api/services/services.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { linesOf, noPapers } from '#core/company/papers.ts'
import type { Law } from '#core/deadlines/values.ts'
import type { EvidenceChoice } from '#core/evidence/evidence.ts'
import { type Erased, erasuresIn } from '#core/history/history.ts'
import { jobRef } from '#core/job/values.ts'
import type { Role } from '#core/model/messages.ts'
import type { JobProofAnswer, SignedHead } from '#core/wire/proof.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { readErasures } from '#ledger/log/read.ts'
import type { SealedRow } from './sealed-file.ts'

/** Everything that a pack is folded from: plain values, which can be sent to another process. */
export type PackFacts = {
  of: { companyId: string; jobId: string; jobRef: string }
  company: string
  /** How to reach the company, a line each. */
  contact: string[]
  /** The `src` of the company's logo. */
  logo: string | undefined
  /** The law that the company's homes are under. */
  law: Law
  choice: EvidenceChoice
  /** All events of the job, in their places in the chain. */
  rows: readonly SealedRow[]
  /** The latest erasure of each event, by seq. */
  erasures: ReadonlyMap<number, Erased>
  /** The company's people by user id. */
  people: People
  proof: JobProofAnswer
  signedHead: SignedHead | undefined
  preparedAt: string
  /** When its events and the chain were checked: later, if the pack is of an earlier moment. */
  checkedAt: string
  preparedBy: { name: string; role: Role }
}

type EvidenceRequest = {
  companyId: string
  userId: string
  role: Role
  jobId: string
  choice: Omit<EvidenceChoice, 'zone'>
  /** The moment that the pack is of, and the job's version then; now without it. */
  asOf?: { upTo: number; at: string }
  /** Aborted when nobody waits for the pack any more; its reason is then thrown. */
  signal: AbortSignal
}

/** How long to wait for a chain that is being checked for the first time, in milliseconds. */
const patience = 30_000

/**
 * Reads the facts of a pack and has the ledger's head signed for it. Undefined when there is no such job. `brokenAt` is the first
 * seq that does not hold where the ledger was changed outside Fettle: such a job gets no pack.
 */
export async function readPackFacts(
  services: Services,
  chainChecker: ChainChecker,
  { companyId, userId, role, jobId, choice, asOf, signal }: EvidenceRequest,
): Promise<PackFacts | { brokenAt: number } | undefined> {
  const { ledgerPool: pool, now } = services
  const [[events, known, details], company, erasures] = await Promise.all([
    readInCompany(pool, companyId, [chainedEventsQuery(companyId, jobId), ...peopleQueries(companyId)]),
    readCompanyNow(pool, companyId),
    readErasures(pool, companyId),
  ])
  const rows = asOf ? events.rows.filter(({ version }) => version <= asOf.upTo) : events.rows
  const first = rows[0]
  if (first?.stream !== 'job' || !company) return undefined
  const signing = await signHeadOf(services, companyId)
  if (signing && 'brokenAt' in signing) return signing
  const proof = await proofOf(
    services,
    chainChecker,
    { companyId, audience: choice.copy, jobId, upTo: asOf?.upTo },
    signal,
  )
  if (!proof) return undefined
  if (proof.state === 'broken') return { brokenAt: proof.brokenAt ?? proof.lastSeq }

  const checkedAt = now().toISOString()
  const people = peopleOf([...known.rows, ...details.rows])
  return {
    of: { companyId, jobId, jobRef: jobRef(first.number ?? 0) },
    company: company.papers?.tradingName || company.name,
    contact: linesOf(company.papers ?? noPapers),
    logo: company.logo?.src,
    law: company.office?.deadlines?.law ?? 'england-social',
    choice: { ...choice, zone: company.timeZone ?? defaultTimeZone },
    rows,
    erasures: erasuresIn(erasures),
    people,
    proof,
    signedHead: signing?.signed,
    preparedAt: asOf?.at ?? checkedAt,
    checkedAt,
    preparedBy: { name: nameIn(people, userId), role },
  }
}

/** A job's proof, once its chain has been checked. */
async function proofOf(
  { ledgerPool, now }: Services,
  chainChecker: ChainChecker,
  asked: Parameters<typeof readJobProof>[2],
  signal: AbortSignal,
): Promise<JobProofAnswer | undefined> {
  const until = now().getTime() + patience
  for (;;) {
    signal.throwIfAborted()
    const proof = await readJobProof(ledgerPool, chainChecker, asked)
    if (proof?.state !== 'checking' || now().getTime() > until) return proof
    await sleep(200)
  }
}
