const inPounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** Pence as pounds: 12500 is '£125.00'. */
export const pounds = (pence: number) => inPounds.format(pence / 100)

/**
 * Pounds as a person types them, in pence: '85', '85.5', '£1,250.00'. Undefined for anything else: three decimals,
 * a decimal comma, a sign, or more than ten million pounds.
 */
export function parsePounds(text: string): number | undefined {
  const found = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,8})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!found) return undefined
  const pence = Number(found[1]?.replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return pence <= 1_000_000_000 ? pence : undefined
}
