/** Who did something and when, as a job's lists keep it of each entry. */
export const author = (event: { actorId?: string; actorRole: string; happenedAt: string }) => ({
  userId: event.actorId ?? '',
  userRole: event.actorRole,
  timestamp: event.happenedAt,
})
