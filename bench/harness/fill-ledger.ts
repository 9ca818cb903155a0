import type pg from 'pg'

/** The number of events that {@link fillLedger} writes per job. */
export const eventsPerJob = 20

/** How many companies one statement fills: sorting their events takes memory. */
const companiesAtOnce = 1_000

/** As {@link fillUnevenLedger}, with companies of the same size. */
export const fillLedger = (owner: pg.Pool | pg.ClientBase, companies: number, jobsOfEach: number): Promise<void> =>
  fillUnevenLedger(
    owner,
    Array.from({ length: companies }, () => jobsOfEach),
  )

/**
 * Fills an empty ledger with realistic histories of jobs, so many for each company, twenty events each, interleaved with those of
 * neighbouring jobs. The database generates them, many times faster than `append` would; the hashes do not form a chain.
 */
export async function fillUnevenLedger(owner: pg.Pool | pg.ClientBase, jobs: readonly number[]): Promise<void> {
  for (let from = 0; from < jobs.length; from += companiesAtOnce)
    await owner.query(fill, [jobs.slice(from, from + companiesAtOnce), from])
  await owner.query(`
    insert into company_head (company_id, seq, last_number)
    select company_id, max(seq), max(number) from event group by company_id on conflict do nothing`)
  await owner.query('vacuum (analyze) event')
  await owner.query('analyze company_head')
}

/** A UUID of version 4; version 5 would mark an imported job. */
const id = (kind: string, ...parts: string[]) =>
  `overlay(overlay(md5(${[`'${kind}'`, ...parts].join(` || '/' || `)}) placing '4' from 13) placing '8' from 17)::uuid`
const job = ['company', 'job']
const task = (nth: number) => id('task', ...job, `'${nth}'`)
const person = (nth: number) => id('person', 'company', `((job + ${nth}) % 8)`)

/** The events of a job in order: type and data, as SQL over `company` and `job`. */
const jobEvents = [
  [
    'JobCreated',
    `'apartmentName', (job % 90 + 1) || ' Marlowe Court', 'createdAt', '2026-03-02', 'jobPriority', 1, 'tasks', jsonb_build_array(
      jsonb_build_object('taskId', ${task(1)}, 'description', 'Replace the kitchen mixer tap and check the isolation valve', 'status', 'not completed'),
      jsonb_build_object('taskId', ${task(2)}, 'description', 'Reseal the bath and refit the panel', 'status', 'not completed'))`,
  ],
  ['JobReferred', `'workOrder', 'WO-' || job, 'agency', 'Agency ' || job % 12, 'receivedBy', 'Dana Whitfield'`],
  ['TaskPriced', `'taskId', ${task(1)}, 'price', 8500`],
  ['TaskPriced', `'taskId', ${task(2)}, 'price', 6000`],
  [
    'TaskAdded',
    `'taskId', ${task(3)}, 'description', 'Look at the extractor fan: "rattles" says the tenant', 'status', 'not completed'`,
  ],
  ['TaskPriced', `'taskId', ${task(3)}, 'price', 4500`],
  [
    'JobScheduled',
    `'jobBookingId', ${id('booking', ...job)}, 'jobStart', '2026-03-09T09:00:00.000Z', 'jobEnd', '2026-03-09T11:00:00.000Z',
     'access', 'Keys with the concierge', 'assignedTo', jsonb_build_array(${person(1)}, ${person(2)})`,
  ],
  ['JobStatusChanged', `'from', 'pending', 'to', 'booked', 'reason', 'scheduled'`],
  ['NoteAdded', `'noteId', ${id('note', ...job, "'1'")}, 'note', 'Tenant asks for a call half an hour before.'`],
  ['TaskReady', `'taskId', ${task(1)}`],
  [
    'ImageAdded',
    `'imageId', ${id('image', ...job, "'1'")}, 'src', '/assets/' || ${id('file', ...job, "'1'")} || '.webp', 'description', 'Before'`,
  ],
  ['TaskCompleted', `'taskId', ${task(1)}`],
  ['TaskCompleted', `'taskId', ${task(2)}`],
  ['NoteAdded', `'noteId', ${id('note', ...job, "'2'")}, 'note', 'Fan needs a new bearing; ordered.'`],
  ['NextVisitSet', `'nextVisitHours', 1.5, 'nextVisitPeople', 1`],
  ['TaskCompleted', `'taskId', ${task(3)}`],
  ['JobStatusChanged', `'from', 'booked', 'to', 'completed', 'reason', 'tasks'`],
  [
    'ImageAdded',
    `'imageId', ${id('image', ...job, "'2'")}, 'src', '/assets/' || ${id('file', ...job, "'2'")} || '.webp', 'description', 'After'`,
  ],
  ['WarningChanged', `'from', '', 'to', 'invoiced'`],
  ['JobInvoiced', `'invoice', 'INV-' || job`],
] as const

const cases = (column: (one: (typeof jobEvents)[number]) => string) =>
  `case step ${jobEvents.map((one, index) => `when ${index + 1} then ${column(one)}`).join(' ')} end`

const fill = `
  insert into event
  select ${id('company', 'company')},
    row_number() over (partition by company order by job + 3 * step, step), 'job', ${id('job', ...job)}, step,
    ${cases(([type]) => `'${type}'`)}, 1, case step when 1 then job end, ${cases(([, data]) => `jsonb_build_object(${data})`)},
    ${person(0)}, 'admin', at, at + interval '700 milliseconds', 'device', ${id('command', ...job, 'step')}, 0,
    sha256('request'), decode(md5('salt' || job), 'hex'), sha256('digest'), sha256('hash')
  from unnest($1::int[]) with ordinality one (jobs, nth), lateral (select nth + $2::int) named (company),
    generate_series(1, one.jobs) job, generate_series(1, ${jobEvents.length}) step,
    lateral (select timestamptz '2026-03-02 08:00:00.123Z' + (job * 60 + step * 7) * interval '1 minute') moment (at)`
