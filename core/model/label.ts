/** A status or warning as screens show it, with a capital first letter: 'no access' is 'No access', '' is 'No Warning'. */
export const label = (value: string) => (value === '' ? 'No Warning' : value.charAt(0).toUpperCase() + value.slice(1))
