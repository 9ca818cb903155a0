import { useSession } from '#web/client/session.ts'

const remembered = 'fettle-jobs-list'
let last: string | undefined

/** Remembers the filters, order and page of the jobs list that this tab showed last, as a query string. */
export function rememberJobsList(search: string): void {
  last = search
  try {
    sessionStorage.setItem(remembered, search)
  } catch {
    // A window that stores nothing remembers it until it is reloaded.
  }
}

/** The address of the jobs list as this tab showed it last, so that going back to it changes nothing. */
export function lastJobsList(): string {
  last ??= stored()
  return last ? `/sites?${last}` : '/sites'
}

// It may hold a name that somebody searched for.
useSession.subscribe(({ state }) => {
  if (state !== 'signed-out') return
  last = undefined
  try {
    sessionStorage.removeItem(remembered)
  } catch {
    // Nothing was stored.
  }
})

function stored(): string {
  try {
    return sessionStorage.getItem(remembered) ?? ''
  } catch {
    return ''
  }
}
