import { asSeenBy } from '#api/push/audiences.ts'
import { asTold, changesIn, type Place, placeOfDevice } from '#api/push/changes.ts'
import { catchUpRequest, type Push } from '#core/wire/push.ts'
import type { EventLoop } from '#test/simulation/clock/event-loop.ts'
import type { ClientEnd, ServerEnd, SocketServer } from '#test/simulation/network/socket.ts'
import type { MemoryAccounts, Rights } from './accounts.ts'
import type { MemoryRows } from './memory-rows.ts'

type Held = { rights: Rights & { expiresAt: number }; client: ClientEnd }

/** Pushes changed rows to the sockets, each change once and in order, and tells a device what it missed. */
export function memoryPush(loop: EventLoop, accounts: MemoryAccounts, rows: () => MemoryRows) {
  const sockets = new Set<Held>()
  let told: Place | undefined
  let line: Promise<unknown> = Promise.resolve()
  const inLine = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = line.then(work)
    line = turn
    return turn
  }
  const tell = ({ rights, client }: Held, push: Push) => {
    const seen = asSeenBy(rights, push)
    if (seen) client.tell('changed', seen)
  }
  const drop = (held: Held) => {
    sockets.delete(held)
    held.client.cut()
  }
  const dropRevoked = () => {
    for (const held of [...sockets]) if (!accounts.isStill(held.rights)) drop(held)
  }
  const admit: SocketServer = (token, client): ServerEnd | undefined => {
    const rights = accounts.holderOf(token)
    if (!rights) return undefined
    const held: Held = { rights, client }
    sockets.add(held)
    const expire = (): void =>
      void loop.post(() => {
        if (!sockets.has(held)) return
        if (held.rights.expiresAt > loop.now()) return expire()
        drop(held)
      }, held.rights.expiresAt - loop.now())
    expire()
    return {
      gone: () => void sockets.delete(held),
      heard(event, given, answer) {
        if (!sockets.has(held)) return
        if (event === 'renew') {
          const renewed = accounts.holderOf(String(given))
          if (renewed?.userId === held.rights.userId) held.rights = { ...held.rights, expiresAt: renewed.expiresAt }
        }
        if (event === 'caught-up') void inLine(() => catchUp(held, given, answer))
      },
    }
  }
  const catchUp = async (held: Held, given: unknown, answer: unknown) => {
    const missed = catchUpRequest.parse(given)
    const changes = await changesIn(rows().snapshot, placeOfDevice(await rows().snapshot.place(), missed))
    for (const push of changes.pushes) tell(held, push)
    if (typeof answer === 'function') answer(asTold(changes.place))
  }
  return {
    admit,
    /** Something was folded. */
    look: () =>
      inLine(async () => {
        told ??= { epoch: 1, reached: new Map() }
        const { place, pushes, touchesMembers } = await changesIn(rows().snapshot, told)
        if (touchesMembers) dropRevoked()
        told = place
        for (const held of [...sockets]) for (const push of pushes) tell(held, push)
      }),
    dropRevoked,
  }
}
