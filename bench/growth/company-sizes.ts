/** The average number of jobs of a company. */
const meanJobs = 12.5
/** The smaller, the more a few large companies have of all jobs: here a tenth of them has more than half. */
const evenness = 1.5

/**
 * How many jobs each of so many companies has: most have a few, and a few have thousands (a log-logistic spread), at the same spread
 * however many there are.
 */
export function companySizes(companies: number): number[] {
  const median = (meanJobs * evenness * Math.sin(Math.PI / evenness)) / Math.PI
  return Array.from({ length: companies }, (_, nth) => {
    const share = (nth + 0.5) / companies
    return Math.max(1, Math.round(median * (share / (1 - share)) ** (1 / evenness)))
  })
}
