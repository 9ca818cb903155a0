import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListAnswer, lists } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

/**
 * Names the company has used before that contain the typed text, once it has `from` characters; `failed` if they could not
 * be loaded, and `isRead` once they are those of this text.
 */
export function useNameSuggestions(list: (typeof lists)[number], typed: string, from: number) {
  const search = typed.trim().toLowerCase()
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['names', list, search],
    queryFn: ({ signal }) => call<ListAnswer>(pathTo(paths.list, { list }), { query: { search }, signal }),
    enabled: search.length >= from,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  if (search.length < from) return { names: [], failed: false, isRead: false }
  const names = data?.names.filter((name) => name.toLowerCase().includes(search)) ?? []
  return { names, failed: isError, isRead: data !== undefined && !isPlaceholderData && !isError }
}
