import { type Reader, readUnread } from '#api/notifications/notification-reads.ts'
import type { Services } from '#api/services/services.ts'
import { audienceOf } from '#core/model/access.ts'
import type { PushSocket } from './admission.ts'
import type { SocketsByCompany } from './sockets-by-company.ts'

type Parts = Pick<Services, 'ledgerPool'> & {
  sockets: SocketsByCompany<PushSocket>
  onFault(error: unknown): void
}

/**
 * Tells sockets how many notifications their person has not read. It reads them once for each person and role; `soon` follows if
 * this is asked again meanwhile, so that the last number told is the right one.
 */
export function openUnread({ ledgerPool, sockets, onFault }: Parts) {
  const underWay = new Map<string, 'once' | 'again'>()

  async function tell(companyId: string) {
    const readers = Map.groupBy(sockets.of(companyId), ({ data }) => `${data.userId} ${audienceOf(data.role)}`)
    for (const held of readers.values()) {
      const [first] = held
      if (!first) continue
      const unread = await readUnread(ledgerPool, readerOf(first))
      for (const socket of held) socket.emit('unread', { unread })
    }
  }

  async function tellUntilDone(companyId: string) {
    if (underWay.has(companyId)) return void underWay.set(companyId, 'again')
    do {
      underWay.set(companyId, 'once')
      await tell(companyId).catch(onFault)
    } while (underWay.get(companyId) === 'again')
    underWay.delete(companyId)
  }

  return {
    /** To all sockets of these companies. */
    tellCompanies: (companyIds: Iterable<string>) => {
      for (const companyId of companyIds) void tellUntilDone(companyId)
    },
    /** To one socket that has just connected. */
    tellOne: (socket: PushSocket) => tellUntilDone(socket.data.companyId),
  }
}

const readerOf = ({ data: { companyId, userId, role } }: PushSocket): Reader => ({
  companyId,
  userId,
  audience: audienceOf(role),
})
