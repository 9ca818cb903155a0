import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListAnswer, lists } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

/**
 * Names the company has used before that contain the typed text, once it has `from` characters; `failed` if they could not
 * be loaded.
 */
export function useNameSuggestions(list: (typeof lists)[number], typed: string, from: number) {
  const search = typed.trim().toLowerCase()
  const { data, isError } = useQuery({
    queryKey: ['names', list, search],
    queryFn: ({ signal }) => call<ListAnswer>(pathTo(paths.list, { list }), { query: { search }, signal }),
    enabled: search.length >= from,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  if (search.length < from) return { names: [], failed: false }
  return { names: data?.names.filter((name) => name.toLowerCase().includes(search)) ?? [], failed: isError }
}
