/** A booking of another job, with the fields needed to find clashes. Instants are UTC. */
export type Booked = {
  jobId: string
  jobRef: string
  apartmentName: string
  jobStart: string
  jobEnd: string
  assignedTo: readonly string[]
}

/** One person who would be in two places at once. */
export type Overlap = Omit<Booked, 'assignedTo'> & { userId: string }
/** A visit to be booked. */
type Wanted = Omit<Booked, 'jobRef' | 'apartmentName'>

/** The clashes of a wanted booking, person by person. A booking that ends when the other starts is not a clash. */
export function overlapsOf(bookings: readonly Booked[], wanted: Wanted): Overlap[] {
  const [start, end] = [Date.parse(wanted.jobStart), Date.parse(wanted.jobEnd)]
  return bookings
    .filter((one) => one.jobId !== wanted.jobId && Date.parse(one.jobStart) < end && Date.parse(one.jobEnd) > start)
    .flatMap(({ assignedTo, ...one }) =>
      assignedTo.filter((userId) => wanted.assignedTo.includes(userId)).map((userId) => ({ ...one, userId })),
    )
    .sort((a, b) => a.jobStart.localeCompare(b.jobStart))
}
