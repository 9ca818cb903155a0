import type { UseStore } from 'idb-keyval'

/**
 * An object store whose writes count only once they are on the disk: browsers call a transaction complete before that, unless
 * told. A connection that the browser has closed is opened again, and the work is done again: it must be harmless to repeat.
 * With an open connection the work begins before this returns, so that a page can be left at once.
 */
export function strictStore(databaseName: string, storeName: string): UseStore {
  let connected: IDBDatabase | undefined
  let connecting: Promise<IDBDatabase> | undefined
  let patience: Promise<never> | undefined

  const disconnect = (from?: IDBDatabase) => {
    if (from !== connected) return
    connected = undefined
    connecting = undefined
    patience = undefined
  }
  const connect = () => {
    connecting ??= opened(databaseName, storeName).then(
      (database) => {
        connected = database
        database.onclose = () => disconnect(database)
        database.onversionchange = () => {
          database.close()
          disconnect(database)
        }
        return database
      },
      (error) => {
        connecting = undefined
        patience = undefined
        throw error
      },
    )
    // A connection that hangs is not opened a second time: later callers are refused at once, until it opens after all.
    patience ??= after(openPatience).then(refuseHanging)
    return Promise.race([connecting, patience])
  }

  return async (mode, work) => {
    for (let attempt = 1; ; attempt += 1) {
      // Without an await where a connection is open.
      const database = connected ?? (await connect())
      try {
        const transaction = database.transaction(storeName, mode, { durability: 'strict' })
        return await work(transaction.objectStore(storeName))
      } catch (error) {
        if (attempt === attempts || isFinal(error)) throw error
        database.close()
        disconnect(database)
      }
    }
  }
}

/** Asks for the transaction to be committed at once, so that it does not need this page any longer. */
export const committed = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.commit()
  })

const attempts = 3
/** Milliseconds after which a database that does not open counts as one that keeps nothing. */
const openPatience = 5_000
const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

function refuseHanging(): never {
  throw new DOMException('The database has not opened in time.', 'TimeoutError')
}

/** Failures that another connection would meet too. A lost connection has no error, or one that browsers name differently. */
const isFinal = (error: unknown) =>
  error instanceof Error && ['QuotaExceededError', 'DataCloneError', 'DataError', 'TimeoutError'].includes(error.name)

function opened(databaseName: string, storeName: string): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
