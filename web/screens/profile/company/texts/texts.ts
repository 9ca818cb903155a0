import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { TextShown, TextsAnswer } from '#core/wire/jobs/texts.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

const key = ['texts']

/** Milliseconds between reads: one that is due now is sent within seconds. */
const [whileOneIsDue, otherwise] = [3_000, 30_000]
/** Milliseconds: one that is being tried is due again only when its try must have ended. */
const longestTry = 60_000

/** The newest texts to tenants, and how this server sends them; polled to keep how they stand current. */
export const useTexts = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<TextsAnswer>(paths.texts, { signal }),
    refetchInterval: ({ state }) => (state.data?.texts.some(isDue) ? whileOneIsDue : otherwise),
  })

const isDue = ({ dueAt }: TextShown) => dueAt !== undefined && Date.parse(dueAt) <= Date.now() + longestTry

/** Has a text sent again that could not be sent. */
export async function retryText(queries: QueryClient, textId: string) {
  queries.setQueryData(key, await call<TextsAnswer>(pathTo(paths.retryText, { textId }), { method: 'POST', body: {} }))
}
