import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { attendancesOf } from '#core/evidence/attendances.ts'
import { type EvidenceChoice, evidenceOf, jobOf } from '#core/evidence/evidence.ts'
import { figuresOf } from '#core/evidence/figures.ts'
import { photosOf } from '#core/evidence/photos.ts'
import { signaturesOf } from '#core/evidence/signatures.ts'
import { companyEntries } from '#core/history/company-history.ts'
import { erasuresIn, historyOf } from '#core/history/history.ts'
import { neededBefore } from '#core/history/needed-events.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { by, recorded, tom } from '#test/core/given-when-then.ts'
import * as a from '#test/core/job-events.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { steps } from '#test/core/random-commands.ts'
import { damaged, damages } from '#test/core/random-damage.ts'
import { sequences, sequencesTimeout } from '#test/core/random-sequences.ts'
import { events, forTeam, isEventType, isJobEvent, type StoredEvent } from './ledger.ts'
import { whyUnreadable } from './shapes.ts'
import { readableUntil } from './unreadable.ts'

vi.setConfig({ testTimeout: sequencesTimeout })

/** Damaged histories of whole companies. */
const histories = fc.tuple(steps, damages).map(([sample, damage]) => {
  const ledger = memoryLedger()
  for (const { command, who } of sample) ledger.handle(command, who)
  return damaged(ledger.log, damage)
})
const jobsIn = (log: readonly StoredEvent[]) => [...Map.groupBy(log.filter(isJobEvent), (one) => one.streamId).values()]
const isWhole = (event: Parameters<typeof whyUnreadable>[0]) => whyUnreadable(event) === undefined
const wordsOf = (shown: readonly StoredEvent[]) => shown.map((event) => [event.version, isWhole(event)])
const readableIn = (entries: readonly { version: number; unreadable?: string | undefined }[]) =>
  entries.map(({ version, unreadable }) => [version, unreadable === undefined])

test('damage to an event of any type stops neither the evidence nor an earlier version of its job', () => {
  const lived = recorded(a.jobWithTwoTasks, a.priced(a.tap, 8_500), by(tom, a.noteAdded), by(tom, a.taskCompleted))
  for (const type of Object.keys(events).filter(isEventType))
    for (const data of [null, [], {}, 5, 'text'].filter((one) => !isWhole({ type, schema: 1, data: one }))) {
      const job = lived.map((event) => (event.version === 2 ? Object.assign({}, event, { type, data }) : event))
      for (const copy of ['office', 'team'] as const) {
        const period = { from: '2026-11-01', to: '2026-11-30' }
        const choice: EvidenceChoice = { copy, prices: false, notes: false, zone: 'Europe/London', ...period }
        expect(evidenceOf(job, choice).gaps, `${type} of ${JSON.stringify(data)}`).toMatchObject([{ version: 2 }])
      }
      expect(foldJob(readableUntil(job).filter(isJobEvent))?.jobDescriptions).toHaveLength(2)
    }
})

test.each([
  ['damaged', { data: [] }],
  ['of a type that only a newer release knows', { type: 'JobImagined' }],
])('where the creation of a job is %s, the rest of it is told all the same', (_, over) => {
  const lived = recorded(
    a.jobWithTwoTasks,
    a.referred,
    by(tom, a.noteAdded),
    by(tom, a.imageAdded),
    by(tom, a.taskCompleted),
    { type: 'JobSiteChanged', data: { apartmentName: '3 Plain Street' } },
  )
  const job = lived.map((event) => (event.version === 1 ? Object.assign({}, event, over) : event))
  const told = historyOf(job).toReversed()
  expect(told[0]).toMatchObject({ unreadable: expect.any(String), changes: [] })
  expect(told[2]?.changes).toEqual([{ field: 'note', to: a.note }])
  expect(told.at(-1)?.changes).toEqual([{ field: 'apartmentName', from: '', to: '3 Plain Street' }])
  const zone = 'Europe/London'
  for (const copy of ['office', 'team'] as const) {
    const evidence = evidenceOf(job, { copy, prices: true, notes: true, zone })
    expect(evidence.gaps).toMatchObject([{ version: 1, isDamaged: 'data' in over }])
    expect(jobOf(evidence)).toMatchObject({
      apartmentName: '3 Plain Street',
      images: [{}],
      extraNotes: [{ note: a.note }],
    })
    expect(jobOf(evidence)?.office?.agency).toBe(copy === 'office' ? 'Bright Oak Lettings' : undefined)
    expect(photosOf(evidence)).toHaveLength(1)
    expect(attendancesOf(evidence, zone)).toMatchObject([{ people: [tom.userId], comment: a.note }])
    // Nobody knows when it was reported.
    expect(figuresOf(evidence, zone)).not.toHaveProperty('firstAttendance')
  }
})

test('a page of the company’s history shows each of its events, and which of them is damaged, wherever the page begins', () => {
  fc.assert(
    fc.property(histories, fc.double({ min: 0, max: 1, noNaN: true }), (log, from) => {
      const shown = log.slice(Math.floor(from * log.length))
      const hashes = new Map(
        shown.filter(({ stream }) => stream !== 'todo' && stream !== 'views').map(({ seq }) => [seq, 'ab']),
      )
      const needed = new Set(shown.flatMap(({ type }) => neededBefore[type]))
      const read = log.filter((one) => hashes.has(one.seq) || needed.has(one.type))
      const entries = companyEntries(read, hashes, erasuresIn(read)).toReversed()
      expect(readableIn(entries)).toEqual(wordsOf(shown.filter(({ seq }) => hashes.has(seq))))
    }),
    sequences,
  )
})

test('a page of a job’s history shows each of its events to the office and to the team, wherever it begins', () => {
  fc.assert(
    fc.property(histories, fc.double({ min: 0, max: 1, noNaN: true }), (log, from) => {
      for (const job of jobsIn(log))
        for (const seen of [job, forTeam(job)]) {
          const versions = seen.map(({ version }) => version)
          const first = Math.floor(from * seen.length)
          const entries = historyOf(seen, new Map(), (event) => versions.indexOf(event.version) >= first).toReversed()
          expect(readableIn(entries)).toEqual(wordsOf(seen.slice(first)))
        }
    }),
    sequences,
  )
})

test('a job is told as it was before the damage, and its evidence says where the gaps are and shows the rest', () => {
  fc.assert(
    fc.property(histories, (log) => {
      for (const job of jobsIn(log)) {
        foldJob(readableUntil(job.slice(0, Math.ceil(job.length / 2))))
        for (const copy of ['office', 'team'] as const)
          for (const [prices, notes] of [
            [true, true],
            [false, false],
          ] as const) {
            const choice: EvidenceChoice = {
              copy,
              prices,
              notes,
              zone: 'Europe/London',
              from: '2026-11-19',
              to: '2026-11-19',
            }
            const evidence = evidenceOf(job, choice, new Map())
            const gaps = job.filter((one) => whyUnreadable(one)).map(({ version }) => version)
            expect(evidence.gaps.map(({ version }) => version)).toEqual(gaps)
            for (const one of evidence.events) expect(gaps).not.toContain(one.version)
            const told = [jobOf(evidence), attendancesOf(evidence, choice.zone), figuresOf(evidence, choice.zone)]
            expect([...told, photosOf(evidence), signaturesOf(evidence)]).toHaveLength(5)
          }
      }
    }),
    sequences,
  )
})
