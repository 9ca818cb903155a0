import { useQuery } from '@tanstack/react-query'
import { paths } from '#core/wire/paths.ts'
import { type SignedHead, signedHead } from '#core/wire/proof.ts'
import { call } from '#web/client/call.ts'
import type { NamedFile } from '#web/client/request.ts'

/** Has the server verify the company's whole chain and sign its head. Fails with 'ledger-broken' if the chain is broken. */
export const useLedgerCheck = (enabled: boolean) =>
  useQuery({
    queryKey: ['ledger-check'],
    queryFn: async ({ signal }): Promise<SignedHead> => {
      const { content } = await call<NamedFile>(paths.proof, { signal, as: 'file' })
      return signedHead.parse(JSON.parse(await content.text()))
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled,
  })
