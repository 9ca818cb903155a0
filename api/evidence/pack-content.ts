import { setTimeout as sleep } from 'node:timers/promises'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import type { ChainChecker } from '#api/proof/chain-checker.ts'
import { chainedEventsQuery } from '#api/proof/chained-events.ts'
import { readJobProof } from '#api/proof/job-proof.ts'
import { signHeadOf } from '#api/proof/sign-heads.ts'
import { accountsQuery, usernamesOf } from '#api/reads/accounts.ts'
import type { Services } from '#api/services/services.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { type Attendance, attendancesOf } from '#core/evidence/attendances.ts'
import { type Evidence, type EvidenceChoice, evidenceOf, jobOf } from '#core/evidence/evidence.ts'
import { type EvidenceFigures, figuresOf } from '#core/evidence/figures.ts'
import { type EvidencePhoto, photosOf } from '#core/evidence/photos.ts'
import type { SealedFile } from '#core/evidence/sealed-evidence.ts'
import { type EvidenceSignature, signaturesOf } from '#core/evidence/signatures.ts'
import { erasuresIn, type HistoryEntry } from '#core/history/history.ts'
import type { Job } from '#core/job/job.ts'
import { jobRef } from '#core/job/values.ts'
import { forTeam } from '#core/ledger/ledger.ts'
import { readableUntil } from '#core/ledger/unreadable.ts'
import type { Role } from '#core/model/messages.ts'
import type { JobProofAnswer } from '#core/wire/proof.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { readErasures, storedEvent } from '#ledger/log/read.ts'
import { sealFile } from './sealed-file.ts'

/** Everything an evidence pack is drawn from. */
export type PackContent = {
  company: string
  choice: EvidenceChoice
  job: Job
  evidence: Evidence
  figures: EvidenceFigures
  attendances: Attendance[]
  photos: EvidencePhoto[]
  signatures: EvidenceSignature[]
  proof: JobProofAnswer
  /** The number of the job's events, including those left out of the copy. */
  events: number
  sealed: SealedFile
  preparedAt: string
  preparedBy: { username: string; role: Role }
  nameOf(userId: string): string
}

type EvidenceRequest = {
  companyId: string
  userId: string
  role: Role
  jobId: string
  choice: Omit<EvidenceChoice, 'zone'>
  /** Aborted when nobody waits for the pack any more; its reason is then thrown. */
  signal: AbortSignal
}

/** How long to wait for a chain that is being checked for the first time, in milliseconds. */
const patience = 30_000

/**
 * Reads the content of a pack and has the ledger's head signed for it. Undefined when there is no such job. `brokenAt` is the first
 * seq that does not hold where the ledger was changed outside Fettle: such a job gets no pack.
 */
export async function readPackContent(
  services: Services,
  chainChecker: ChainChecker,
  { companyId, userId, role, jobId, choice: asked, signal }: EvidenceRequest,
): Promise<PackContent | { brokenAt: number } | undefined> {
  const { ledgerPool: pool, headKey, now } = services
  const [[events, accounts], company, erasures] = await Promise.all([
    readInCompany(pool, companyId, [chainedEventsQuery(companyId, jobId), accountsQuery(companyId)]),
    readCompanyNow(pool, companyId),
    readErasures(pool, companyId),
  ])
  const { rows } = events
  const first = rows[0]
  if (first?.stream !== 'job' || !company) return undefined
  const signing = await signHeadOf(services, companyId)
  if (signing && 'brokenAt' in signing) return signing
  const proof = await proofOf(services, chainChecker, { companyId, audience: asked.copy, jobId }, signal)
  if (!proof) return undefined
  if (proof.state === 'broken') return { brokenAt: proof.brokenAt ?? proof.lastSeq }

  const choice = { ...asked, zone: company.timeZone ?? defaultTimeZone }
  const history = rows.map(storedEvent)
  const evidence = evidenceOf(history, choice, erasuresIn(erasures))
  // A copy of days before the job was created still shows its site.
  const job = jobOf(evidence) ?? jobOf({ known: readableUntil(forTeam(history.slice(0, 1))) })
  if (!job) return undefined
  const people = usernamesOf(accounts.rows, evidence.entries.flatMap(peopleIn))
  const preparedAt = now().toISOString()
  const { name, timeZone = defaultTimeZone } = company
  return {
    company: name,
    choice,
    job,
    evidence,
    figures: figuresOf(evidence, choice.zone),
    attendances: attendancesOf(evidence, choice.zone),
    photos: photosOf(evidence),
    signatures: signaturesOf(evidence),
    proof,
    events: rows.length,
    sealed: sealFile(headKey, {
      rows,
      shown: evidence.events,
      about: { company: name, site: job.apartmentName, timeZone, people },
      of: { companyId, jobId, jobRef: jobRef(first.number ?? 0), copy: choice.copy, preparedAt },
      head: proof.head,
      signedHead: signing?.signed,
    }),
    preparedAt,
    preparedBy: { username: usernamesOf(accounts.rows, [userId])[userId] ?? '', role },
    nameOf: (id) => people[id] ?? '',
  }
}

const peopleIn = ({ actorId, changes, erased }: HistoryEntry) => [
  actorId,
  erased?.by,
  ...changes.flatMap(({ from, to }) => [from, to].filter(Array.isArray).flat()),
]

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
