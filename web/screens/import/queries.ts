import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { ImportAnswer, ImportReading, ImportsAnswer } from '#core/wire/imports.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

const importsKey = ['imports']
const importKey = (importId: string) => [...importsKey, importId]
const lookEvery = 1_000

export const isUnderWay = ({ state }: Pick<ImportAnswer, 'state'>) => state === 'running' || state === 'stopping'

/** The company's imports; polled while one is under way. */
export const useImports = () =>
  useQuery({
    queryKey: importsKey,
    queryFn: ({ signal }) => call<ImportsAnswer>(paths.imports, { signal }),
    refetchInterval: ({ state }) => (state.data?.imports.some(isUnderWay) ? lookEvery : false),
  })

/** One import; polled every second while it is under way. */
export const useImport = (importId: string) =>
  useQuery({
    queryKey: importKey(importId),
    queryFn: ({ signal }) => call<ImportAnswer>(pathTo(paths.import, { importId }), { signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? lookEvery : false),
  })

/** Caches an import from a response, so that it shows at once. */
const shown = async (queries: QueryClient, answer: Promise<ImportAnswer>) => {
  const run = await answer
  await queries.cancelQueries({ queryKey: importKey(run.importId) })
  queries.setQueryData(importKey(run.importId), run)
  return run
}

export function sendFile(queries: QueryClient, file: File) {
  const body = new FormData()
  body.append('file', file)
  return shown(queries, call<ImportAnswer>(paths.imports, { body }))
}
export const changeReading = (queries: QueryClient, importId: string, body: ImportReading) =>
  shown(queries, call<ImportAnswer>(pathTo(paths.import, { importId }), { method: 'PUT', body }))
export const chooseSheet = (queries: QueryClient, importId: string, sheet: number) =>
  shown(queries, call<ImportAnswer>(pathTo(paths.importSheet, { importId }), { method: 'PUT', body: { sheet } }))
export const startImport = (queries: QueryClient, importId: string) =>
  shown(queries, call<ImportAnswer>(pathTo(paths.startImport, { importId }), { method: 'POST' }))
export const stopImport = (queries: QueryClient, importId: string) =>
  shown(queries, call<ImportAnswer>(pathTo(paths.stopImport, { importId }), { method: 'POST' }))
