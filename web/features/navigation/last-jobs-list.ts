const remembered = 'fettle-jobs-list'

/** Remembers the filters, order and page of the jobs list that this tab showed last, as a query string. */
export const rememberJobsList = (search: string): void => sessionStorage.setItem(remembered, search)

/** The address of the jobs list as this tab showed it last, so that going back to it changes nothing. */
export function lastJobsList(): string {
  const search = sessionStorage.getItem(remembered)
  return search ? `/sites?${search}` : '/sites'
}
