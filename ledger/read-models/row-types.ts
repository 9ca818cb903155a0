import { jobRef } from '#core/job/values.ts'
import type { Part } from '#core/part/part.ts'
import { searchable } from '#core/part/values.ts'
import type { CalendarRow } from '#core/projections/calendar.ts'
import type { JobRow } from '#core/projections/job-rows.ts'

/** The tables as Kysely knows them. int8 comes as a number, an instant as ISO 8601 in UTC, a date as YYYY-MM-DD. */
export type Database = {
  checkpoint: CheckpointRecord
  document: { company_id: string; projection: string; generation: number; key: string; body: object }
  job_row: JobRecord
  calendar_row: CalendarRecord
  part_row: PartRecord
  account: {
    user_id: string
    company_id: string
    username: string
    email: string
    password_hash: string | null
    created_at: string
  }
}

export type CheckpointRecord = {
  company_id: string
  projection: string
  generation: number
  version: number
  seq: number
  status: 'live' | 'building' | 'parked' | 'retired' | 'kept' | 'compared'
  error: string | null
  error_seq: number | null
  run_id: string | null
  expires_at: string | null
  undone_version: number | null
  created_at: string
  updated_at: string
}

type Placed = { company_id: string; generation: number }

export type JobRecord = Placed & {
  job_id: string
  number: number
  job_status: JobRow['jobStatus']
  warning: JobRow['warning']
  apartment_name: string
  created_at: string
  job_start: string | null
  job_end: string | null
  assigned_to: string[]
  images: number
  notes: number
  ready_tasks: string[]
  work_order: string
  agency: string
}

export type CalendarRecord = Placed & {
  job_id: string
  number: number
  apartment_name: string
  job_status: CalendarRow['jobStatus']
  warning: CalendarRow['warning']
  job_booking_id: string | null
  job_start: string | null
  job_end: string | null
  access: string | null
  assigned_to: string[]
}

export type PartRecord = Placed & {
  part_id: string
  name: string
  reference: string
  site: string
  job_id: string
  category: string
  purchase_date: string
  expected_delivery: string
  part_status: Part['status']
  link: string
  notes: string
  created_by: string
  created_at: string
  updated_by: string
  updated_at: string
  /** The number in `job_id`, to find the job by. */
  job_number: number | null
  name_key: string
  reference_key: string
  job_key: string
  category_key: string
}

/** How a projection's rows lie in their table: each column's SQL type, the key among them, and the way there and back. */
export type RowMapping<R extends object, C extends object> = {
  key: string
  columns: Record<string, string>
  toRecord(row: R): Omit<C, 'company_id' | 'generation'>
  fromRecord(record: C): R
}

/** A field that is missing where the column is null. */
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
