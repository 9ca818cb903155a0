import type { EventLoop, Owner } from '#test/simulation/clock/event-loop.ts'
import type { Disk } from './disk.ts'

/** The `indexedDB` of one tab, whose connections end with it. */
export function tabStorage(loop: EventLoop, disk: Disk, owner: Owner) {
  const connections = new Set<IDBDatabase>()
  const refused = () => {
    const request = {
      error: new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError'),
      onerror: (_: Event) => undefined,
    }
    loop.post(() => request.onerror(new Event('error')), 5, owner)
    return request
  }
  const end = (connection: IDBDatabase) => {
    connections.delete(connection)
    disk.engine().abort(connection)
    connection.close()
  }
  return {
    indexedDB: {
      open: (name: string) => {
        // What a killed page still tries has no effect.
        if (!owner.alive) return {}
        if (disk.faults.refusing) return refused()
        const request = disk.engine().factory.open(name)
        request.addEventListener('success', () => connections.add(request.result))
        return request
      },
    },
    IDBKeyRange: disk.engine().keyRange,
    /** The browser loses the connections, as Safari does. */
    lose() {
      for (const connection of [...connections]) {
        end(connection)
        connection.onclose?.(new Event('close'))
      }
    },
    died() {
      for (const connection of [...connections]) end(connection)
    },
  }
}
