/** A column of a projection's live checkpoint as a scalar subquery, for SQL that a test writes by hand. */
export const liveCheckpoint = (column: 'generation' | 'seq', company: string, projection: string) =>
  `(select ${column} from checkpoint where company_id = ${company} and projection = ${projection} and status in ('live', 'parked'))`

export const liveGeneration = (company: string, projection: string) => liveCheckpoint('generation', company, projection)
