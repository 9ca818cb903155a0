import type { Selectable } from 'kysely'
import { jobRef } from '#core/job/values.ts'
import type { Part } from '#core/part/part.ts'
import { searchable } from '#core/part/values.ts'
import type { CalendarRow } from '#core/projections/calendar.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import type { CalendarRowTable, CheckpointTable, JobRowTable, PartRowTable } from '#ledger/database/tables.ts'

export type CheckpointRecord = Selectable<CheckpointTable>

/** A row as read, with narrower types for the columns that core knows more about than the database. */
export type Narrowed<
  Table,
  Known extends { [Column in keyof Known]: Column extends keyof Table ? unknown : never },
> = Omit<Selectable<Table>, keyof Known> & Known

export type JobRecord = Narrowed<JobRowTable, { job_status: JobRow['jobStatus']; warning: JobRow['warning'] }>

export type CalendarRecord = Narrowed<
  CalendarRowTable,
  { job_status: CalendarRow['jobStatus']; warning: CalendarRow['warning'] }
>

/** `job_number` is the number in `job_id`, to find the job by. */
export type PartRecord = Narrowed<PartRowTable, { part_status: Part['status'] }>

/** The columns of a record apart from the company and the generation. */
type Columns<C> = Omit<C, 'company_id' | 'generation'>

/** How a projection's rows are stored in their table: the SQL type of each column, the key among them, and the way there and back. */
export type RowMapping<R extends object, C extends object> = {
  key: keyof Columns<C> & string
  columns: { readonly [Column in keyof Columns<C>]: string }
  toRecord(row: R): Columns<C>
  fromRecord(record: Columns<C>): R
}

/** The columns of a mapping, for a `select` of its rows. */
export const columnsOf = <R extends object, C extends object>({ columns }: RowMapping<R, C>) =>
  Object.keys(columns).filter((name): name is keyof Columns<C> & string => name in columns)

/** A field that is absent if the column is null. */
export const optional = <K extends string, V>(key: K, value: V | null) =>
  (value === null ? {} : { [key]: value }) as { [P in K]?: V }

export const jobRowMapping: RowMapping<JobRow, JobRecord> = {
  key: 'job_id',
  columns: {
    job_id: 'uuid',
    number: 'integer',
    job_status: 'text',
    warning: 'text',
    apartment_name: 'text',
    created_at: 'date',
    job_start: 'timestamptz',
    job_end: 'timestamptz',
    assigned_to: 'uuid[]',
    images: 'integer',
    notes: 'integer',
    ready_tasks: 'uuid[]',
    work_order: 'text',
    agency: 'text',
  },
  toRecord: (row) => ({
    job_id: row.jobId,
    number: Number(row.jobRef),
    job_status: row.jobStatus,
    warning: row.warning,
    apartment_name: row.apartmentName,
    created_at: row.createdAt,
    job_start: row.jobStart ?? null,
    job_end: row.jobEnd ?? null,
    assigned_to: row.assignedTo,
    images: row.images,
    notes: row.notes,
    ready_tasks: row.readyTasks,
    work_order: row.office?.workOrder ?? '',
    agency: row.office?.agency ?? '',
  }),
  fromRecord: (record) => ({
    jobId: record.job_id,
    jobRef: jobRef(record.number),
    jobStatus: record.job_status,
    warning: record.warning,
    apartmentName: record.apartment_name,
    createdAt: record.created_at,
    ...optional('jobStart', record.job_start),
    ...optional('jobEnd', record.job_end),
    assignedTo: record.assigned_to,
    images: record.images,
    notes: record.notes,
    readyTasks: record.ready_tasks,
    office: { workOrder: record.work_order, agency: record.agency },
  }),
}

export const calendarRowMapping: RowMapping<CalendarRow, CalendarRecord> = {
  key: 'job_id',
  columns: {
    job_id: 'uuid',
    number: 'integer',
    apartment_name: 'text',
    job_status: 'text',
    warning: 'text',
    job_booking_id: 'uuid',
    job_start: 'timestamptz',
    job_end: 'timestamptz',
    access: 'text',
    assigned_to: 'uuid[]',
  },
  toRecord: (row) => ({
    job_id: row.jobId,
    number: Number(row.jobRef),
    apartment_name: row.apartmentName,
    job_status: row.jobStatus,
    warning: row.warning,
    job_booking_id: row.jobBookingId ?? null,
    job_start: row.jobStart ?? null,
    job_end: row.jobEnd ?? null,
    access: row.access ?? null,
    assigned_to: row.assignedTo,
  }),
  fromRecord: (record) => ({
    jobId: record.job_id,
    jobRef: jobRef(record.number),
    apartmentName: record.apartment_name,
    jobStatus: record.job_status,
    warning: record.warning,
    ...optional('jobBookingId', record.job_booking_id),
    ...optional('jobStart', record.job_start),
    ...optional('jobEnd', record.job_end),
    ...optional('access', record.access),
    assignedTo: record.assigned_to,
  }),
}

export const partRowMapping: RowMapping<Part, PartRecord> = {
  key: 'part_id',
  columns: {
    part_id: 'uuid',
    name: 'text',
    reference: 'text',
    site: 'text',
    job_id: 'text',
    category: 'text',
    purchase_date: 'date',
    expected_delivery: 'date',
    part_status: 'text',
    link: 'text',
    notes: 'text',
    created_by: 'text',
    created_at: 'timestamptz',
    updated_by: 'text',
    updated_at: 'timestamptz',
    job_number: 'integer',
    name_key: 'text',
    reference_key: 'text',
    job_key: 'text',
    category_key: 'text',
  },
  toRecord: (row) => ({
    part_id: row.partId,
    name: row.name,
    reference: row.reference,
    site: row.site,
    job_id: row.jobId,
    category: row.category,
    purchase_date: row.purchaseDate,
    expected_delivery: row.expectedDelivery,
    part_status: row.status,
    link: row.link,
    notes: row.notes,
    created_by: row.createdBy,
    created_at: row.createdAt,
    updated_by: row.updatedBy,
    updated_at: row.updatedAt,
    job_number: /^\d{1,9}$/.test(row.jobId) ? Number(row.jobId) : null,
    name_key: searchable(row.name),
    reference_key: searchable(row.reference),
    job_key: searchable(row.jobId),
    category_key: searchable(row.category),
  }),
  fromRecord: (record) => ({
    partId: record.part_id,
    name: record.name,
    reference: record.reference,
    site: record.site,
    jobId: record.job_id,
    category: record.category,
    purchaseDate: record.purchase_date,
    expectedDelivery: record.expected_delivery,
    link: record.link,
    notes: record.notes,
    status: record.part_status,
    createdBy: record.created_by,
    createdAt: record.created_at,
    updatedBy: record.updated_by,
    updatedAt: record.updated_at,
  }),
}
