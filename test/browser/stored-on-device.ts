import type { Page } from 'playwright-core'

/** Everything that a page's browser stores for Fettle: its databases, local and session storage, as text. */
export const storedOnDevice = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const records = database.transaction(store).objectStore(store)
        found.push(await done(records.getAllKeys()), await done(records.getAll()))
      }
      database.close()
    }
    return found.map((one) => JSON.stringify(one)).join('\n')
  })

/** Whether a text is stored; some keys are JSON within JSON. */
export const isStoredOnDevice = async (page: Page, text: string): Promise<boolean> =>
  (await storedOnDevice(page)).replaceAll('\\"', '"').includes(text)
