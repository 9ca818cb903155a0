/** The three divisions of the government's list of bank holidays. */
export const holidayDivisions = ['england-and-wales', 'scotland', 'northern-ireland'] as const
export type HolidayDivision = (typeof holidayDivisions)[number]

/**
 * The bank holidays of each division on the days when they are taken, as published on gov.uk/bank-holidays (Open Government
 * Licence). They are part of the program, so that no deadline rests on a call to somebody else's server. Add a year when the
 * government publishes it: a test fails twelve months before the list ends. Deadlines that are running keep the dates they have.
 */
export const bankHolidays: Record<HolidayDivision, readonly string[]> = {
  'england-and-wales': [
    ...['2025-01-01', '2025-04-18', '2025-04-21', '2025-05-05', '2025-05-26', '2025-08-25', '2025-12-25', '2025-12-26'],
    ...['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-04', '2026-05-25', '2026-08-31', '2026-12-25', '2026-12-28'],
    ...['2027-01-01', '2027-03-26', '2027-03-29', '2027-05-03', '2027-05-31', '2027-08-30', '2027-12-27', '2027-12-28'],
    ...['2028-01-03', '2028-04-14', '2028-04-17', '2028-05-01', '2028-05-29', '2028-08-28', '2028-12-25', '2028-12-26'],
  ],
  scotland: [
    ...['2025-01-01', '2025-01-02', '2025-04-18', '2025-05-05', '2025-05-26', '2025-08-04', '2025-12-01', '2025-12-25'],
    ...['2025-12-26', '2026-01-01', '2026-01-02', '2026-04-03', '2026-05-04', '2026-05-25', '2026-06-15', '2026-08-03'],
    ...['2026-11-30', '2026-12-25', '2026-12-28', '2027-01-01', '2027-01-04', '2027-03-26', '2027-05-03', '2027-05-31'],
    ...['2027-08-02', '2027-11-30', '2027-12-27', '2027-12-28', '2028-01-03', '2028-01-04', '2028-04-14', '2028-05-01'],
    ...['2028-05-29', '2028-08-07', '2028-11-30', '2028-12-25', '2028-12-26'],
  ],
  'northern-ireland': [
    ...['2025-01-01', '2025-03-17', '2025-04-18', '2025-04-21', '2025-05-05', '2025-05-26', '2025-07-14', '2025-08-25'],
    ...['2025-12-25', '2025-12-26', '2026-01-01', '2026-03-17', '2026-04-03', '2026-04-06', '2026-05-04', '2026-05-25'],
    ...['2026-07-13', '2026-08-31', '2026-12-25', '2026-12-28', '2027-01-01', '2027-03-17', '2027-03-26', '2027-03-29'],
    ...['2027-05-03', '2027-05-31', '2027-07-12', '2027-08-30', '2027-12-27', '2027-12-28', '2028-01-03', '2028-03-17'],
    ...['2028-04-14', '2028-04-17', '2028-05-01', '2028-05-29', '2028-07-12', '2028-08-28', '2028-12-25', '2028-12-26'],
  ],
}

/** The last day that the list covers. */
export const holidaysKnownUntil = '2028-12-31'

const sets = Object.fromEntries(holidayDivisions.map((division) => [division, new Set(bankHolidays[division])]))

export const isBankHoliday = (day: string, division: HolidayDivision): boolean => sets[division]?.has(day) ?? false
