import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditAnswer } from '#core/wire/account/audit.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

/** The company's audit list, newest first, a page at a time; read again whenever it is opened. */
export const useAudit = () =>
  useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) =>
      call<AuditAnswer>(pageParam ? `${paths.audit}?before=${pageParam}` : paths.audit, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: AuditAnswer) => page.next,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
