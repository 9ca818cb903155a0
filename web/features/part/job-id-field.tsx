import { Autocomplete } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { jobNumber } from '#core/part/values.ts'
import type { JobsAnswer } from '#core/wire/jobs/jobs.ts'
import { jobsPageSize } from '#core/wire/list-options.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import styles from './part-dialog.module.css'

type Props = { value: string; onChange: (jobId: string) => void; onSite: (site: string) => void }

/** The number of the job a part is for. Jobs are found by number and site, and choosing one fills in the site. */
export function JobIdField({ value, onChange, onSite }: Props) {
  const sites = useJobSites(value)
  const before = useRef(value)
  const choose = (jobId: string) => {
    onChange(jobId)
    const site = sites.get(jobId)
    if (site) onSite(site)
  }
  return (
    <Autocomplete
      label="Job ID"
      maxLength={50}
      value={value}
      data={[...sites.keys()]}
      // The suggestions are search results already and must not be filtered again.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className={styles.option}>
          <strong>{option.value}</strong> {sites.get(option.value)}
        </span>
      )}
      openOnFocus={false}
      onChange={onChange}
      onOptionSubmit={choose}
      onFocus={() => {
        before.current = value
      }}
      onBlur={() => {
        const number = jobNumber(value)
        // Passing through the field leaves the site as it was given: a part may be kept elsewhere than at its job.
        if (number !== jobNumber(before.current) && sites.has(number)) choose(number)
      }}
      comboboxProps={{ transitionProps: { duration: 1, exitDelay: 200 } }}
    />
  )
}

/** Sites by job number, for the jobs that match the typed text. */
function useJobSites(typed: string): ReadonlyMap<string, string> {
  const search = typed.trim()
  const isNumber = /^\d{1,9}$/.test(search)
  const { data } = useQuery({
    queryKey: ['job-sites', search],
    queryFn: async ({ signal }) => {
      const query = isNumber
        ? // Job numbers have no gaps, so a number determines its page.
          { sort: 'jobRef', direction: 'asc', page: Math.max(1, Math.ceil(Number(search) / jobsPageSize)) }
        : { type: 'apartmentName', search }
      const { jobs } = await call<JobsAnswer>(paths.jobs, { query, signal })
      const matching = isNumber ? jobs.filter((job) => job.jobRef === jobNumber(search)) : jobs
      return matching.slice(0, 8).map((job) => [job.jobRef, job.apartmentName] as const)
    },
    enabled: isNumber || search.length >= 2,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  return new Map(isNumber || search.length >= 2 ? data : [])
}
