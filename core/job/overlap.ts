/** A booking of another job, as far as it matters for who is free. Instants are UTC. */
export type Booked = { jobId: string; jobRef: string; jobStart: string; jobEnd: string; assignedTo: readonly string[] }

/** One person who would be in two places at once. */
export type Overlap = Omit<Booked, 'assignedTo'> & { userId: string }

/** Who of the people wanted is booked on another job at that time; one that ends as the other starts is no overlap. */
export function overlapsOf(bookings: readonly Booked[], wanted: Omit<Booked, 'jobRef'>): Overlap[] {
  const [start, end] = [Date.parse(wanted.jobStart), Date.parse(wanted.jobEnd)]
  return bookings
    .filter((one) => one.jobId !== wanted.jobId && Date.parse(one.jobStart) < end && Date.parse(one.jobEnd) > start)
    .flatMap(({ assignedTo, ...one }) =>
      assignedTo.filter((userId) => wanted.assignedTo.includes(userId)).map((userId) => ({ ...one, userId })),
    )
    .sort((a, b) => a.jobStart.localeCompare(b.jobStart))
}
