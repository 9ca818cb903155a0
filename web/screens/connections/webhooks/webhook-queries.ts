import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  DeliveriesAnswer,
  DeliveryAnswer,
  DeliveryShown,
  MadeWebhook,
  NewWebhook,
  Retried,
  RolledSecret,
  WebhooksAnswer,
} from '#core/wire/connections/webhooks.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { toast } from '#web/ui/states/toast.tsx'

const webhooksKey = ['webhooks']
/** Milliseconds between reads, while something is about to be sent and otherwise. */
const [soon, calmly] = [1_500, 20_000]

/** The company's webhooks; polled, as deliveries arrive and fail by themselves. */
export const useWebhooks = () =>
  useQuery({
    queryKey: webhooksKey,
    queryFn: ({ signal }) => call<WebhooksAnswer>(paths.webhooks, { signal }),
    refetchInterval: calmly,
  })

/** Milliseconds for which the outcome of what was just queued is expected: while it is being sent, its next try is when that is given up. */
const justQueued = 60_000

const isAboutToBeSent = ({ state, nextTryAt, queuedAt, triedAt }: DeliveryShown) => {
  if (state !== 'waiting') return false
  const isUntried = triedAt === undefined || triedAt < queuedAt
  if (isUntried && Date.parse(queuedAt) > Date.now() - justQueued) return true
  return Date.parse(nextTryAt ?? '') <= Date.now() + soon
}

/** The deliveries of a webhook, newest first, a page at a time. */
export function useDeliveries(webhookId: string, onlyFailed: boolean, isOn: boolean) {
  const read = useInfiniteQuery({
    queryKey: [...webhooksKey, webhookId, 'deliveries', onlyFailed],
    queryFn: ({ pageParam, signal }) =>
      call<DeliveriesAnswer>(pathTo(paths.webhookDeliveries, { webhookId }), {
        signal,
        query: { before: pageParam, failed: onlyFailed ? 'yes' : undefined },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: DeliveriesAnswer) => page.next,
    refetchInterval: ({ state }) => {
      const newest = state.data?.pages[0]?.deliveries ?? []
      return newest.some((one) => isAboutToBeSent(one) && (isOn || one.seq === undefined)) ? soon : calmly
    },
  })
  return { ...read, data: read.data?.pages.flatMap((page) => page.deliveries) }
}

/** A delivery with what is sent and what was answered. */
export const useDelivery = (webhookId: string, deliveryId: string) =>
  useQuery({
    queryKey: [...webhooksKey, webhookId, 'delivery', deliveryId],
    queryFn: ({ signal }) => call<DeliveryAnswer>(pathTo(paths.webhookDelivery, { webhookId, deliveryId }), { signal }),
  })

/** Does something with webhooks and reads them again; says why if it fails. Returns whether it was done. */
export function useChange() {
  const queries = useQueryClient()
  return async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    try {
      await work()
      if (done) toast.success(done)
      return true
    } catch (failure) {
      toast.failure(errorMessage(failure))
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: webhooksKey })
    }
  }
}

const post = <Answer>(path: string, ids: Record<string, string>, body: object = {}) =>
  call<Answer>(pathTo(path, ids), { method: 'POST', body })

export const makeWebhook = (body: NewWebhook) => post<MadeWebhook>(paths.webhooks, {}, body)
export const changeWebhook = (webhookId: string, body: NewWebhook) =>
  call(pathTo(paths.webhook, { webhookId }), { method: 'PUT', body })
export const deleteWebhook = (webhookId: string) => call(pathTo(paths.webhook, { webhookId }), { method: 'DELETE' })
export const turnWebhook = (webhookId: string, isOn: boolean) => post(paths.webhookOn, { webhookId }, { isOn })
export const giveSecret = (webhookId: string) => post<RolledSecret>(paths.webhookSecret, { webhookId })
export const testWebhook = (webhookId: string) => post(paths.webhookTest, { webhookId })
export const replayWebhook = (webhookId: string, from: number) =>
  post(paths.webhookReplay, { webhookId }, { after: from - 1 })
export const retryFailed = (webhookId: string) => post<Retried>(paths.webhookRetry, { webhookId })
export const retryDelivery = (webhookId: string, deliveryId: string) =>
  post<Retried>(paths.retryDelivery, { webhookId, deliveryId })
