/**
 * Who a visit is of once it is moved from one person's lane to another's; undefined is the lane of nobody. The others stay, and
 * nobody is on it twice.
 */
export function reassigned(
  assignedTo: readonly string[],
  from: string | undefined,
  to: string | undefined,
): readonly string[] {
  if (from === to) return assignedTo
  const replaced = assignedTo.flatMap((userId) => (userId === from ? (to === undefined ? [] : [to]) : [userId]))
  const all = from === undefined && to !== undefined ? [...replaced, to] : replaced
  return [...new Set(all)]
}
