import { inject } from 'vitest'

/** The superuser of a Citus cluster whose sessions fire no triggers, on any of its servers. */
export const unguardedRole = 'fettle_unguarded'

/** An address of a test's database for tampering: a superuser's, whose sessions fire no triggers. */
export function unguarded(url: string): string {
  const address = new URL(url)
  // On Citus a session's own setting does not reach the workers.
  if (inject('workers').length > 0) address.username = unguardedRole
  else address.searchParams.set('options', '-c session_replication_role=replica')
  return address.href
}
