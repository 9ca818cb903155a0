/** The company's accounts by user id: few, so that they are read with the answer and not after it. */
export const accountsQuery = (companyId: string) => ({
  name: 'accounts',
  text: 'select user_id, username, email from account where company_id = $1',
  values: [companyId],
})

type AccountRow = { user_id: string; username: string }

/** Names of the people with these ids, and of nobody else. */
export function usernamesOf(
  accounts: readonly AccountRow[],
  ids: Iterable<string | undefined>,
): Record<string, string> {
  const wanted = new Set(ids)
  return Object.fromEntries(accounts.filter((one) => wanted.has(one.user_id)).map((one) => [one.user_id, one.username]))
}
