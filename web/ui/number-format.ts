const format = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })

/** A number for the screen, '1,234.5'. */
export const numberText = (value: number) => format.format(value)

/** A number of things: '1 job', '1,234 jobs'. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${numberText(count)} ${count === 1 ? one : many}`
