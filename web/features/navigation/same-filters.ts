import { type JobFilters, jobsOf } from './jobs-address.ts'

/** Whether two filters have the same address: the kind of search tells nothing apart while nothing is searched for. */
export const sameFilters = (one: JobFilters, other: JobFilters) => jobsOf(one) === jobsOf(other)
