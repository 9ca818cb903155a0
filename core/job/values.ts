export const jobStatuses = ['pending', 'booked', 'completed', 'cancelled', 'quote sent', 'to estimate'] as const
export type JobStatus = (typeof jobStatuses)[number]

export const taskStatuses = ['not completed', 'completed', 'to estimate'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** The empty value is 'No Warning'. */
export const warnings = [
  '',
  'invoiced',
  'free of charge',
  'cancelled',
  'reschedule',
  'no access',
  'quote sent',
  'quote approved',
  'quote rejected',
  'management',
  'insurance',
] as const
export type Warning = (typeof warnings)[number]

/** The warnings that the team may set; the office may set any. */
export const teamWarnings: readonly Warning[] = ['no access', 'reschedule', '']

/** The warnings of completed jobs that need no invoice any more. */
export const settledWarnings = ['invoiced', 'free of charge'] as const satisfies Warning[]

/** The job status that a warning sets; a warning without an entry leaves the status unchanged. */
export const warningStatus: Partial<Record<Warning, JobStatus>> = {
  invoiced: 'completed',
  'free of charge': 'completed',
  cancelled: 'cancelled',
  'quote rejected': 'cancelled',
  reschedule: 'pending',
  'no access': 'pending',
  'quote approved': 'pending',
  'quote sent': 'quote sent',
}

/** Whether a cancelled job is open again: it was changed afterwards, by offline work for instance. */
export const isOpenAgain = ({ warning, jobStatus }: { warning: Warning; jobStatus: JobStatus }) =>
  warningStatus[warning] === 'cancelled' && jobStatus !== 'cancelled'

export const needsAllTasksCompleted = (chosen: Warning) => chosen === 'invoiced' || chosen === 'free of charge'

/** Each word with a capital first letter and the rest in lower case, as site names are saved. */
export const capitalised = (name: string) => name.trim().split(/\s+/).map(capitalisedWord).join(' ')

/** 'ß' becomes 'Ss': what is saved must stay as it is when it is saved again. */
function capitalisedWord(word: string): string {
  const [first = ''] = word
  const [capital = '', ...more] = first.toUpperCase()
  return capital + (more.join('') + word.slice(first.length)).toLowerCase()
}

/** The status after a click: not completed, completed, to estimate, then not completed again. */
export const nextTaskStatus = (status: TaskStatus): TaskStatus =>
  status === 'not completed' ? 'completed' : status === 'completed' ? 'to estimate' : 'not completed'

/** The job status derived from its tasks; undefined without tasks, when the job's status does not change. */
export function derivedStatus(tasks: readonly { status: TaskStatus }[]): JobStatus | undefined {
  if (tasks.length === 0) return undefined
  if (tasks.some((task) => task.status === 'to estimate')) return 'to estimate'
  return tasks.some((task) => task.status === 'not completed') ? 'pending' : 'completed'
}

/** A job's number as text, with at least five digits: 7 is '00007'. */
export const jobRef = (number: number) => String(number).padStart(5, '0')

/** The most comments, images and tasks that one job can have. Deleted ones do not count. */
export const mostNotes = 2_000
export const mostImages = 500
export const mostTasks = 200

export const nextVisitHours = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8] as const
export const nextVisitPeople = [0, 1, 2, 3, 4, 5] as const

type NextVisit = { nextVisitHours: (typeof nextVisitHours)[number]; nextVisitPeople: (typeof nextVisitPeople)[number] }

/** A document can hold any numbers, but a command accepts only the options on offer; undefined for others. */
export function readNextVisit(visit: { nextVisitHours: number; nextVisitPeople: number }): NextVisit | undefined {
  const hours = nextVisitHours.find((one) => one === visit.nextVisitHours)
  const people = nextVisitPeople.find((one) => one === visit.nextVisitPeople)
  return hours === undefined || people === undefined ? undefined : { nextVisitHours: hours, nextVisitPeople: people }
}
