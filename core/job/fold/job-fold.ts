import { evolve, type Job } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import type { Folded } from '#core/model/messages.ts'

/** A job before and after one event; of each long list they hold only the entry that the event names. */
export type JobStep = { before: Job | undefined; after: Job | undefined }

/** The job after all of its events, in time linear to their number. `begun` is the job before them, with empty lists. */
export function foldJob(events: readonly Folded<JobEvent>[], begun?: Job): Job | undefined {
  const fold = openJobFold(begun)
  for (const event of events) fold.add(event)
  return fold.job()
}

/**
 * Folds a job's events one after another with {@link evolve}, each in the same time however long the job's lists are: they are
 * kept by id, and `evolve` sees only the entry that an event names. The pairs of photos stay whole, as one event may change two.
 * `begun` is the job before them, with empty lists.
 */
export function openJobFold(begun?: Job) {
  const kept = new Map<List, ReturnType<List['open']>>()
  let rest = begun
  return {
    add(event: Folded<JobEvent>): JobStep {
      const named: Named[] = []
      for (const list of lists) {
        const id = list.idIn(event)
        if (id !== undefined) named.push({ list, id })
      }
      let before = rest
      for (const { list, id } of named) before = before && (kept.get(list)?.shown(before, id) ?? before)
      const after = evolve(before, event)
      rest = after
      for (const { list, id } of named) {
        if (!rest || !(kept.has(list) || list.hasEntries(rest))) continue
        const its = kept.get(list) ?? list.open()
        kept.set(list, its)
        rest = its.takenBack(rest, id)
      }
      return { before, after }
    },
    /** The whole job after the events so far. */
    job: (): Job | undefined => rest && [...kept.values()].reduce((job, list) => list.shown(job, every), rest),
  }
}

type Named = { list: List; id: Wanted }
type List = (typeof lists)[number]

/** Stands for the ids of all entries. */
const every = Symbol('every')
type Wanted = string | typeof every

type Entries<E> = readonly (readonly [id: string, entry: E])[]
type ListOf<E> = {
  /** The entry that an event adds, changes, removes or reads. */
  idIn(event: JobEvent): Wanted | undefined
  /** Undefined while the job has no such list. */
  get(job: Job): Entries<E> | undefined
  set(job: Job, entries: Entries<E>): Job
}

/** Keeps the entries of a list by id. A map has its entries in the order in which they were added, as the list has. */
const keep = <E>({ idIn, get, set }: ListOf<E>) => ({
  idIn: (event: JobEvent): Wanted | undefined => (event.type === 'JobCreated' ? every : idIn(event)),
  hasEntries: (job: Job): boolean => (get(job)?.length ?? 0) > 0,
  /** Opens it for a job. Most jobs have few of the lists. */
  open() {
    const kept = new Map<string, E>()
    return {
      /** The job with the wanted entries in the list. */
      shown(job: Job, id: Wanted): Job {
        if (!get(job)) return job
        if (id === every) return set(job, [...kept])
        const entry = kept.get(id)
        return entry === undefined ? job : set(job, [[id, entry]])
      },
      /** The job without the entries, which are kept as an event has left them. */
      takenBack(job: Job, id: Wanted): Job {
        const entries = get(job)
        if (id !== every && !entries?.some(([one]) => one === id)) kept.delete(id)
        for (const [one, entry] of entries ?? []) kept.set(one, entry)
        return entries && entries.length > 0 ? set(job, []) : job
      },
    }
  },
})

const byId = <E, K extends string>(list: readonly (E & Record<K, string>)[] | undefined, id: K) =>
  list?.map((entry) => [entry[id], entry] as const)
const entriesOf = <E>(entries: Entries<E>): E[] => entries.map(([, entry]) => entry)

/** Every list of a job that may become long. */
const lists = [
  keep({
    idIn: ({ type, data }) => (type === 'SignatureGiven' ? every : 'taskId' in data ? data.taskId : undefined),
    get: (job) => byId(job.jobDescriptions, 'taskId'),
    set: (job, entries) => ({ ...job, jobDescriptions: entriesOf(entries) }),
  }),
  keep({
    idIn: ({ data }) => ('taskId' in data ? data.taskId : undefined),
    get: ({ office }) => office && Object.entries(office.prices),
    set: (job, entries) =>
      job.office ? { ...job, office: { ...job.office, prices: Object.fromEntries(entries) } } : job,
  }),
  keep({
    idIn: ({ type, data }) => (type === 'TimeCorrected' ? String(data.version) : undefined),
    get: ({ office }) => office?.corrections && Object.entries(office.corrections),
    set: (job, entries) =>
      job.office ? { ...job, office: { ...job.office, corrections: Object.fromEntries(entries) } } : job,
  }),
  keep({
    idIn: ({ data }) => ('noteId' in data ? data.noteId : undefined),
    get: (job) => byId(job.extraNotes, 'noteId'),
    set: (job, entries) => ({ ...job, extraNotes: entriesOf(entries) }),
  }),
  keep({
    idIn: ({ data }) => ('imageId' in data ? data.imageId : undefined),
    get: (job) => byId(job.images, 'imageId'),
    set: (job, entries) => ({ ...job, images: entriesOf(entries) }),
  }),
  keep({
    idIn: ({ data }) => ('fileId' in data ? data.fileId : undefined),
    get: (job) => byId(job.attachments, 'fileId'),
    set: (job, entries) => ({ ...job, attachments: entriesOf(entries) }),
  }),
  keep({
    idIn: ({ data }) => ('fileId' in data ? data.fileId : undefined),
    get: ({ office }) => byId(office?.attachments, 'fileId'),
    set: (job, entries) => (job.office ? { ...job, office: { ...job.office, attachments: entriesOf(entries) } } : job),
  }),
  keep({
    idIn: ({ data }) => ('signatureId' in data ? data.signatureId : undefined),
    get: (job) => byId(job.signatures, 'signatureId'),
    set: (job, entries) => ({ ...job, signatures: entriesOf(entries) }),
  }),
  keep({
    idIn: ({ data }) => ('signatureId' in data ? data.signatureId : undefined),
    get: (job) => byId(job.notSigned, 'signatureId'),
    set: (job, entries) => ({ ...job, notSigned: entriesOf(entries) }),
  }),
  keep({
    idIn: ({ data }) => ('arrivalId' in data ? data.arrivalId : undefined),
    get: (job) => byId(job.arrivals, 'arrivalId'),
    set: (job, entries) => ({ ...job, arrivals: entriesOf(entries) }),
  }),
  keep({
    idIn: ({ data }) => ('noAccessId' in data ? data.noAccessId : undefined),
    get: (job) => byId(job.noAccess, 'noAccessId'),
    set: (job, entries) => ({ ...job, noAccess: entriesOf(entries) }),
  }),
  keep({
    idIn: ({ type, data }) => (type === 'JobScheduled' ? data.jobBookingId : undefined),
    get: (job) => job.wereAssigned && Object.entries(job.wereAssigned),
    set: (job, entries) => ({ ...job, wereAssigned: Object.fromEntries(entries) }),
  }),
]
