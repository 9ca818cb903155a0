import type { PackFacts } from '#api/evidence/pack-facts.ts'
import { sealFile } from '#api/evidence/sealed-file.ts'
import { type Attendance, attendancesOf } from '#core/evidence/attendances.ts'
import { clocksOf, type EvidenceDuty } from '#core/evidence/clocks.ts'
import { type Evidence, type EvidenceChoice, evidenceOf, jobOf } from '#core/evidence/evidence.ts'
import { type EvidenceFigures, figuresOf } from '#core/evidence/figures.ts'
import { type EvidenceFile, filesOf } from '#core/evidence/files.ts'
import { type EvidencePhoto, photosOf } from '#core/evidence/photos.ts'
import type { SealedFile } from '#core/evidence/sealed-evidence.ts'
import { type EvidenceSignature, signaturesOf } from '#core/evidence/signatures.ts'
import type { HistoryEntry } from '#core/history/history.ts'
import type { Job } from '#core/job/job.ts'
import { forTeam } from '#core/ledger/ledger.ts'
import { readableUntil } from '#core/ledger/unreadable.ts'
import type { EarlierName } from '#core/member/details.ts'
import { type Named, nameAt, nameOfPerson } from '#core/member/names.ts'
import type { Role } from '#core/model/messages.ts'
import type { JobProofAnswer } from '#core/wire/proof.ts'
import { storedEvent } from '#ledger/log/read.ts'
import type { HeadKey } from '#ledger/proof/signed-head.ts'

/** Everything an evidence pack is drawn from. */
export type PackContent = {
  company: string
  /** How to reach the company, a line each. */
  contact: string[]
  /** The `src` of the company's logo. */
  logo: string | undefined
  choice: EvidenceChoice
  job: Job
  evidence: Evidence
  figures: EvidenceFigures
  attendances: Attendance[]
  /** The deadlines of the law and of service levels, in a copy for the office alone. */
  clocks: EvidenceDuty[]
  photos: EvidencePhoto[]
  files: EvidenceFile[]
  signatures: EvidenceSignature[]
  proof: JobProofAnswer
  /** The number of the job's events, including those left out of the copy. */
  events: number
  sealed: SealedFile
  preparedAt: string
  checkedAt: string
  preparedBy: { name: string; role: Role }
  /** Everybody whom the copy names, by name. Nothing is left of the names of somebody who was erased. */
  people: { name: string; username: string; earlierNames: readonly EarlierName[] }[]
  /** The name that a person had when something was recorded; empty if nothing in the pack is of them. */
  nameAt(userId: string, recordedAt: string): string
}

/** Folds the content of a pack from its facts, and seals it. Undefined if they make no job. */
export function packContent(facts: PackFacts, headKey: HeadKey): PackContent | undefined {
  const { rows, erasures, choice, proof, preparedAt, checkedAt, preparedBy, people, company, contact, logo, law, of } =
    facts
  const history = rows.map(storedEvent)
  const evidence = evidenceOf(history, choice, erasures)
  // A copy of days before the job was created still shows its site.
  const known = jobOf(evidence) ?? jobOf({ known: readableUntil(forTeam(history.slice(0, 1))) })
  if (!known) return undefined
  const job = { ...known, apartmentName: known.apartmentName || 'Site not known' }
  const clocks = choice.copy === 'office' ? clocksOf(job, preparedAt, { zone: choice.zone, law }) : []
  const doers = clocks.flatMap((one) => one.clocks.flatMap(({ met }) => met?.by ?? []))
  const named = new Set([...evidence.entries.flatMap(peopleIn), ...doers])
  const inPack = new Map([...people].filter(([id]) => named.has(id)))
  const names = Object.fromEntries([...inPack].map(([id, person]) => [id, nameOfPerson(person)]))
  return {
    company,
    contact,
    logo,
    choice,
    job,
    evidence,
    figures: figuresOf(evidence, choice.zone),
    attendances: attendancesOf(evidence, choice.zone),
    clocks,
    photos: photosOf(evidence),
    files: filesOf(evidence, choice.copy === 'team'),
    signatures: signaturesOf(evidence),
    proof,
    events: rows.length,
    sealed: sealFile(headKey, {
      rows,
      shown: evidence.events,
      about: { company, site: job.apartmentName, timeZone: choice.zone, people: names },
      of: { ...of, copy: choice.copy, preparedAt },
      head: proof.head,
      signedHead: facts.signedHead,
    }),
    preparedAt,
    checkedAt,
    preparedBy,
    people: [...inPack.values()].map(shownPerson).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB')),
    nameAt: (id, recordedAt) => {
      const person = inPack.get(id)
      return person ? nameAt(person, recordedAt) : ''
    },
  }
}

const shownPerson = (person: Named) => ({
  name: nameOfPerson(person),
  username: person.username,
  earlierNames: person.earlierNames ?? [],
})

const peopleIn = ({ actorId, changes, erased }: HistoryEntry) => [
  actorId,
  erased?.by,
  ...changes.flatMap(({ from, to }) => [from, to].filter(Array.isArray).flat()),
]
