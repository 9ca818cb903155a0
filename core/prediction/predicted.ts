import type { JobEvent } from '#core/job/messages.ts'
import type { DecisionContext, Envelope, Stream } from '#core/model/messages.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import type { PartEvent } from '#core/part/part.ts'
import type { TodoEvent } from '#core/todo/todo.ts'
import type { ViewEvent } from '#core/views/messages.ts'
import type { PredictedEvent } from './subjects.ts'

/** The metadata of a command that a device is about to send; `seq` is the latest company seq that the device has seen. */
export type CommandStamp = { commandId: string; happenedAt: string; seq: number }

export type Prediction<Document> = { events: PredictedEvent[]; document: Document | undefined }

/** The decided events with their metadata, and the document after them; a refusal stays a refusal. */
export function predicted<Document, Decided extends JobEvent | PartEvent | TodoEvent | ViewEvent>(
  decided: readonly Decided[] | Refusal,
  envelope: (ordinal: number) => Envelope,
  evolve: (document: Document | undefined, event: Decided & Envelope) => Document | undefined,
  document: Document | undefined,
) {
  if (isRefusal(decided)) return decided
  const events = decided.map((event, ordinal) => ({ ...event, ...envelope(ordinal) }))
  return { events, document: events.reduce(evolve, document) }
}

/** The metadata of a command's events, as far as it can be guessed. */
export const envelopeOf =
  (stream: Stream, streamId: string, version: number, context: DecisionContext, stamp: CommandStamp) =>
  (ordinal: number): Envelope => ({
    companyId: context.companyId,
    seq: stamp.seq + ordinal + 1,
    stream,
    streamId,
    version: version + ordinal + 1,
    schema: 1,
    actorId: context.actorId,
    actorRole: context.actorRole,
    happenedAt: stamp.happenedAt,
    recordedAt: stamp.happenedAt,
    clock: 'device',
    commandId: stamp.commandId,
    ordinal,
  })
