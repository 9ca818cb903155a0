import * as z from 'zod/mini'
import type { DescribedRoute } from '#api/http/described-route.ts'
import * as wire from '#core/wire/connections/webhooks.ts'
import { paths } from '#core/wire/paths.ts'

const done = z.object({ message: z.string() })
const office = { for: 'office' } as const

/** The webhooks of a company. */
export const webhookRoutes: DescribedRoute[] = [
  {
    ...office,
    method: 'get',
    path: paths.webhooks,
    summary: 'The webhooks of the company, the oldest first',
    answers: { 200: wire.webhooksAnswer },
  },
  {
    ...office,
    method: 'post',
    path: paths.webhooks,
    summary:
      'Make a webhook, which begins with the next event. The answer is the only place that has its secret. Its maker must have confirmed within ten minutes that it is they.',
    body: wire.newWebhook,
    answers: { 200: wire.madeWebhook },
  },
  {
    ...office,
    method: 'put',
    path: paths.webhook,
    summary:
      'Change where a webhook sends, what it sees and which events it is told of. Who changes it answers for it.',
    body: wire.newWebhook,
    answers: { 200: done },
  },
  {
    ...office,
    method: 'delete',
    path: paths.webhook,
    summary: 'Delete a webhook with its deliveries',
    answers: { 200: done },
  },
  {
    ...office,
    method: 'post',
    path: paths.webhookOn,
    summary: 'Pause a webhook, or turn it on again: it goes on where it stopped',
    body: wire.webhookOn,
    answers: { 200: done },
  },
  {
    ...office,
    method: 'post',
    path: paths.webhookSecret,
    summary:
      'Give a webhook another secret, which only the answer has. For 24 hours deliveries carry a signature of each, then of the new one alone. The caller must have confirmed within ten minutes that it is they.',
    answers: { 200: wire.rolledSecret },
  },
  {
    ...office,
    method: 'post',
    path: paths.webhookTest,
    summary: 'Send a test, which is tried once, also while the webhook is off',
    answers: { 200: z.object({ deliveryId: z.string() }) },
  },
  {
    ...office,
    method: 'post',
    path: paths.webhookReplay,
    summary: 'Send everything after a seq again, each event under the id of its delivery',
    body: wire.replayWebhook,
    answers: { 200: done },
  },
  {
    ...office,
    method: 'post',
    path: paths.webhookRetry,
    summary: 'Send the deliveries that have failed again, each under its id',
    answers: { 200: wire.retried },
  },
  {
    ...office,
    method: 'get',
    path: paths.webhookDeliveries,
    summary: 'The deliveries of the last 30 days, newest first. `next` is the `before` of the next page.',
    query: wire.deliveriesQuery,
    answers: { 200: wire.deliveriesAnswer },
  },
  {
    ...office,
    method: 'get',
    path: paths.webhookDelivery,
    summary: 'A delivery, with what is sent as of now and the beginning of the last answer',
    answers: { 200: wire.deliveryAnswer },
  },
  {
    ...office,
    method: 'post',
    path: paths.retryDelivery,
    summary: 'Send a delivery again, under the same id',
    answers: { 200: wire.retried },
  },
]
