import { tenants } from './invented-texts.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Crew, Step } from './step.ts'

const hour = 3_600_000
const day = 24 * hour
/** Only the newest jobs have hazards, so that some deadlines of the demo are still open. */
const recent = 16 * day

const hazards = [
  {
    hazard: 'damp and mould',
    severity: 'significant',
    words: 'Black patches behind the wardrobe in the small bedroom.',
  },
  { hazard: 'electrical', severity: 'emergency', words: 'Sparks from the socket beside the cooker.' },
  { hazard: 'damp and mould', severity: 'significant', words: 'The bathroom ceiling is damp, and it smells.' },
  { hazard: 'falls', severity: 'emergency', words: 'The handrail of the stairs came off the wall.' },
] as const

/**
 * Hazards on some of the newest jobs of a story, up to `until`: reported to the office, investigated and made safe by the team, and
 * summed up by the office. Some of it is late, some not done yet.
 */
export function deadlineSteps(story: readonly Step[], until: number, crew: Crew, random: SeededRandom): Step[] {
  const newest = story.filter((step) => step.type === 'CreateJob' && step.at > until - recent)
  return newest
    .flatMap((job, place) => (place % 4 === 1 ? hazardOf(job, place, crew, random) : []))
    .filter((step) => step.at <= until)
}

function hazardOf(job: Step, place: number, crew: Crew, random: SeededRandom): Step[] {
  const { words, ...kind } = random.pick(hazards)
  const isEmergency = kind.severity === 'emergency'
  const aware = job.at
  const of = { jobId: job.data.jobId, dutyId: random.id(aware) }
  const [office, worker] = [random.pick(crew.office), random.pick(crew.team)]
  const step = (at: number, by: string, type: Step['type'], data: object): Step => ({
    at,
    by,
    type,
    data: { ...of, ...data },
  })
  const instant = (at: number) => new Date(at).toISOString()
  const report = { reportedBy: random.pick(tenants), reportedHow: 'phone', words }
  const recorded = step(aware + hour / 4, office, 'RecordHazard', {
    ...kind,
    awareAt: instant(aware),
    law: 'england-social',
    ...report,
  })
  const investigated = aware + (isEmergency ? random.whole(2, 10) * hour : random.whole(2, 7) * day)
  const safe = investigated + (isEmergency ? random.whole(2, 20) * hour : random.whole(1, 4) * day)
  const sent = investigated + random.whole(1, 2) * day
  const summary = { summaryId: random.id(sent) }
  const done = { proof: 'visit', note: '' }
  const all = [
    recorded,
    step(investigated, worker, 'ConcludeInvestigation', {
      metAt: instant(investigated),
      ...done,
      found: kind.severity,
    }),
    step(safe, worker, 'MeetDeadline', { step: 'make safe', metAt: instant(safe), ...done }),
    step(sent - hour, office, 'WriteSummary', {
      ...summary,
      found: words,
      work: 'We have booked a visit, and will put it right within the next two weeks.',
      stay: '',
      contact: 'Call the office, or write to us if you are not happy with the work.',
    }),
    step(sent, office, 'SendSummary', {
      ...summary,
      sentAt: instant(sent),
      sentHow: 'email',
      sentTo: report.reportedBy,
    }),
  ]
  // Every third one stops at some step, so that the board has something to do.
  return place % 3 === 0 ? all.slice(0, random.whole(1, 3)) : all
}
