import * as z from 'zod/mini'
import {
  apply,
  type DecisionContext,
  type Decisions,
  decideBy,
  type Folded,
  type Folds,
  type Message,
} from '#core/model/messages.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import { day, id, instant, text } from '#core/model/values.ts'
import {
  isWebAddress,
  jobNumber,
  type PartField,
  type PartForm,
  partFields,
  partForm,
  partStatus,
  seenPart,
} from './values.ts'

const part = z.strictObject({ partId: id })
const nothing = z.strictObject({})
/** The form as stored in events: everything but the dates may be empty. */
const storedForm = z.strictObject({
  name: text(200),
  reference: text(100),
  site: text(200),
  jobId: text(50),
  category: text(100),
  purchaseDate: day,
  expectedDelivery: day,
  link: text(2_000),
  notes: text(5_000),
})
type StoredForm = z.infer<typeof storedForm>

export const events = {
  PartAdded: z.extend(storedForm, { status: partStatus }),
  PartChanged: z.partial(storedForm),
  PartReceived: nothing,
  /** It is marked as waiting again. */
  PartAwaited: nothing,
  PartDeleted: nothing,
}
export type PartEvent = Message<typeof events>

export const commands = {
  AddPart: z.extend(part, { ...partForm.shape, status: z.optional(partStatus) }),
  /** `from` holds the values that the person saw: if someone else has changed a field since, the edit is refused. */
  EditPart: z.extend(part, {
    ...z.partial(partForm).shape,
    status: z.optional(partStatus),
    from: z.optional(seenPart),
  }),
  SetPartStatus: z.extend(part, { status: partStatus }),
  DeletePart: part,
}
export type PartCommand = Message<typeof commands>

/** A part in the Parts Book. People are user ids; instants are UTC. */
export const partDocument = z.object({
  partId: id,
  ...storedForm.shape,
  status: partStatus,
  createdBy: z.string(),
  createdAt: instant,
  updatedBy: z.string(),
  updatedAt: instant,
})
export type Part = z.infer<typeof partDocument>

const changed = (state: Part | undefined, change: Partial<Part>, { actorId = '', recordedAt }: Folded<PartEvent>) =>
  state && { ...state, ...change, updatedBy: actorId, updatedAt: recordedAt }

const folds: Folds<Part, PartEvent> = {
  PartAdded: (_, { data, streamId, actorId = '', recordedAt }) => ({
    partId: streamId,
    ...data,
    createdBy: actorId,
    createdAt: recordedAt,
    updatedBy: actorId,
    updatedAt: recordedAt,
  }),
  PartChanged: (state, event) => changed(state, event.data, event),
  PartReceived: (state, event) => changed(state, { status: 'received' }, event),
  PartAwaited: (state, event) => changed(state, { status: 'waiting' }, event),
  PartDeleted: () => undefined,
}

/** The part after one more event; undefined once it is deleted. */
export const evolve = (state: Part | undefined, event: Folded<PartEvent>) => apply(folds, state, event)

/** All faults of a form, by field; empty if it can be saved. */
export function faultsOf(form: PartForm): Partial<Record<PartField, Refusal>> {
  const { name, purchaseDate, expectedDelivery, link } = form
  const late = purchaseDate !== undefined && expectedDelivery !== undefined && expectedDelivery < purchaseDate
  return {
    ...(name.trim() ? {} : { name: refuse('part-name-required', {}, 'name') }),
    ...(purchaseDate ? {} : { purchaseDate: refuse('purchase-date-required', {}, 'purchaseDate') }),
    ...(expectedDelivery ? {} : { expectedDelivery: refuse('delivery-required', {}, 'expectedDelivery') }),
    ...(late ? { expectedDelivery: refuse('delivery-before-purchase', {}, 'expectedDelivery') } : {}),
    ...(!link?.trim() || isWebAddress(link.trim()) ? {} : { link: refuse('link-not-web', {}, 'link') }),
  }
}

/** A form as stored, or its first fault. */
function storedFormOf(form: PartForm): StoredForm | Refusal {
  const { purchaseDate, expectedDelivery } = form
  const [fault] = Object.values(faultsOf(form))
  if (fault) return fault
  if (!purchaseDate || !expectedDelivery) return refuse('purchase-date-required', {}, 'purchaseDate')
  const trimmed = (field: Exclude<PartField, 'purchaseDate' | 'expectedDelivery'>) => form[field]?.trim() ?? ''
  return {
    name: trimmed('name'),
    reference: trimmed('reference'),
    site: trimmed('site'),
    jobId: jobNumber(trimmed('jobId')),
    category: trimmed('category'),
    purchaseDate,
    expectedDelivery,
    link: trimmed('link'),
    notes: trimmed('notes'),
  }
}

const statusEvent = (status: Part['status']): PartEvent => ({
  type: status === 'received' ? 'PartReceived' : 'PartAwaited',
  data: {},
})

const known = (
  state: Part | undefined,
  context: DecisionContext,
  decide: (state: Part) => readonly PartEvent[] | Refusal,
) => {
  if (!context.actorId) return refuse('user-information-missing')
  return state ? decide(state) : refuse('part-not-found')
}

const decisions: Decisions<Part, PartCommand, PartEvent> = {
  AddPart: (state, { partId: _, status = 'waiting', ...form }, context) => {
    if (!context.actorId) return refuse('user-information-missing')
    if (state) return refuse('part-exists')
    const data = storedFormOf(form)
    return 'refused' in data ? data : [{ type: 'PartAdded', data: { ...data, status } }]
  },
  EditPart: (state, { partId: _, status, from = {}, ...to }, context) =>
    known(state, context, (now) => {
      const whole = storedFormOf({ ...formOf(now), ...to })
      if ('refused' in whole) return whole
      const fields = partFields.filter((field) => to[field] !== undefined && whole[field] !== now[field])
      const moved = fields.find((field) => from[field] !== undefined && from[field] !== now[field])
      if (moved) return refuse('part-moved-on', {}, moved)
      const change = Object.fromEntries(fields.map((field) => [field, whole[field]]))
      return [
        ...(fields.length > 0 ? [{ type: 'PartChanged', data: change } as const] : []),
        ...(status && status !== now.status ? [statusEvent(status)] : []),
      ]
    }),
  SetPartStatus: (state, { status }, context) =>
    known(state, context, (now) => (now.status === status ? [] : [statusEvent(status)])),
  DeletePart: (state, _, context) => known(state, context, () => [{ type: 'PartDeleted', data: {} }]),
}
export const decide = decideBy(decisions)

/** The initial values of a form for this part. */
export const formOf = (now: Part): StoredForm => {
  const {
    partId: _,
    status: _status,
    createdBy: _by,
    createdAt: _at,
    updatedBy: _last,
    updatedAt: _then,
    ...form
  } = now
  return form
}
