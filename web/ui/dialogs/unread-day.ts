/** Focuses the first day that was typed and is none, if there is one: nothing is sent with the day before in its place. */
export function focusUnreadDay(within: ParentNode): boolean {
  const field = within.querySelector<HTMLElement>('[data-unread]')
  field?.focus()
  return field !== null
}
