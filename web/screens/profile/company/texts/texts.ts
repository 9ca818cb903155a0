import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { TextsAnswer } from '#core/wire/jobs/texts.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

const key = ['texts']

/** The newest texts to tenants, and how this server sends them; polled to keep how they stand current. */
export const useTexts = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<TextsAnswer>(paths.texts, { signal }),
    refetchInterval: 30_000,
  })

/** Has a text sent again that could not be sent. */
export async function retryText(queries: QueryClient, textId: string) {
  queries.setQueryData(key, await call<TextsAnswer>(pathTo(paths.retryText, { textId }), { method: 'POST', body: {} }))
}
