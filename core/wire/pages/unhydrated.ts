/** Marks a prerendered page that React has not taken over yet. */
export const unhydrated = 'data-unhydrated'

/**
 * Keeps from the router what the browser does itself until React has taken over a prerendered page: an address that gets a hash, as by the
 * skip link, would have React draw the page anew and lose the focus in it.
 */
export const holdHistory = `addEventListener('popstate', (event) => {
  if (document.querySelector('[${unhydrated}]')) event.stopImmediatePropagation()
})`
