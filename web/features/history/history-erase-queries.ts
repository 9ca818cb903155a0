import { useQuery } from '@tanstack/react-query'
import type { ErasableAnswer, ErasureRequest, MemberErasureAnswer } from '#core/wire/erasure.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

export type ErasableText = ErasableAnswer['texts'][number]

/** What can be erased with an entry; fetched for each dialog and not cached after it. */
export const useErasable = (seq: number) =>
  useQuery({
    queryKey: ['erasable', seq],
    queryFn: ({ signal }) => call<ErasableAnswer>(paths.erasures, { query: { seq }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const eraseTexts = (body: ErasureRequest) => call<{ seq: number }>(paths.erasures, { body })
export const eraseMember = (userId: string, reason: string) =>
  call<MemberErasureAnswer>(pathTo(paths.memberErasure, { userId }), { body: { reason } })
