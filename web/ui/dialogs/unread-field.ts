/** Focuses the first day or time that was typed and is none, if there is one: nothing is sent with another in its place. */
export function focusUnread(within: ParentNode): boolean {
  const field = within.querySelector<HTMLElement>('[data-unread]')
  field?.focus()
  return field !== null
}
