const metresInYard = 0.9144
const yardsInMile = 1_760
/** The position of the reader is rounded to about 100 metres, so a smaller step would mean nothing. */
const yardStep = 50

/** A distance as people say it in Britain: '150 yards', '0.6 miles', '12 miles'. */
export function distanceWords(metres: number): string {
  const yards = metres / metresInYard
  if (yards < 2 * yardStep) return `Within ${2 * yardStep} yards`
  if (yards < yardsInMile / 4) return `${Math.round(yards / yardStep) * yardStep} yards`
  const exact = yards / yardsInMile
  const miles = exact < 10 ? Math.round(exact * 10) / 10 : Math.round(exact)
  return miles === 1 ? '1 mile' : `${miles.toLocaleString('en-GB')} miles`
}
