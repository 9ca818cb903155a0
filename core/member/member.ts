import * as z from 'zod/mini'
import {
  apply,
  type DecisionContext,
  type Decisions,
  decideBy,
  type Folded,
  type Folds,
  type Message,
  roles,
} from '#core/model/messages.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import { id, instant, text } from '#core/model/values.ts'
import {
  changedDetails,
  earlierName,
  givenDetails,
  type MemberDetails,
  memberDetails,
  mostDetailChanges,
  mostEarlierNames,
  refuseDetails,
  sameDetails,
  withoutErased,
} from './details.ts'
import { isTakenFor, isTakenForFettle } from './names-in-use.ts'

/** The most people that a plan allows, including the owner. */
export const mostUsers = 10

const role = z.enum(roles)
const assignable = z.enum(['admin', 'team'])
const member = z.strictObject({ userId: id })
const nothing = z.strictObject({})

export const events = {
  MemberInvited: z.strictObject({ userRole: assignable }),
  MemberJoined: z.strictObject({ userRole: role }),
  RoleChanged: z.strictObject({ from: role, to: assignable }),
  /** By the owner; `closed` if the person closed their own account. */
  MemberRemoved: z.strictObject({ closed: z.optional(z.literal(true)) }),
  MemberRestored: nothing,
  /** How the person is called and reached from now on. */
  MemberDetailsSet: memberDetails,
  /** The name and email of a former member were erased by law; they are now called by `number`. */
  MemberErased: z.strictObject({ number: z.int().check(z.positive()), reason: text(500) }),
}
export type MemberEvent = Message<typeof events>

export const commands = {
  /** The person who registers the company becomes its owner. */
  RegisterOwner: member,
  /** With what the owner already knows of how the person is called and reached. */
  InviteMember: z.extend(member, { userRole: assignable, ...givenDetails }),
  AcceptInvitation: member,
  ChangeRole: z.extend(member, { userRole: assignable }),
  RemoveMember: member,
  /** Undoes a removal: the person is in the company again, with the same role and state. */
  RestoreMember: member,
  /** By the person, or by the owner for others. */
  SetMemberDetails: z.extend(member, givenDetails),
  /** A person closes their own account: for them it is a removal, which nobody can undo. */
  CloseAccount: member,
  EraseMember: z.extend(member, { reason: text(500) }),
}
export type MemberCommand = Message<typeof commands>

/**
 * A person in a company. Their username and email are kept with the account, and their details are texts of events that can be erased:
 * so a person can be forgotten.
 */
export const memberDocument = z.object({
  userId: id,
  userRole: role,
  state: z.enum(['invited', 'active', 'removed']),
  createdAt: instant,
  /** The state before removal, so that the removal can be undone. */
  was: z.optional(z.enum(['invited', 'active'])),
  /** Set if they closed their account themselves: their email and ways to sign in are gone. */
  closed: z.optional(z.literal(true)),
  /** The number of a former member whose name and email were erased. */
  erased: z.optional(z.int()),
  ...memberDetails.shape,
  /** Oldest first. */
  earlierNames: z.optional(z.array(earlierName)),
  /** How often the details were changed. */
  detailChanges: z.optional(z.int()),
})
export type Member = z.infer<typeof memberDocument>

const folds: Folds<Member, MemberEvent> = {
  // Whoever is invited again begins anew, but the history goes on calling them as they were called then.
  MemberInvited: (former, { data, streamId, recordedAt }) => ({
    userId: streamId,
    ...data,
    state: 'invited',
    createdAt: recordedAt,
    ...(former?.detailChanges && {
      earlierNames: namesBefore(former, undefined, recordedAt),
      detailChanges: former.detailChanges,
    }),
  }),
  // What the owner has set for an invited person stays.
  MemberJoined: (member, { data, streamId, recordedAt }) => ({
    ...member,
    userId: streamId,
    createdAt: member?.createdAt ?? recordedAt,
    ...data,
    state: 'active',
  }),
  RoleChanged: (member, { data }) => member && { ...member, userRole: data.to },
  MemberRemoved: (member, { data }) =>
    member && { ...member, ...data, state: 'removed', ...(member.state === 'removed' ? {} : { was: member.state }) },
  MemberRestored: (member) => {
    if (!member) return undefined
    const { was = 'invited', ...rest } = member
    return { ...rest, state: was }
  },
  MemberDetailsSet: (member, { data, recordedAt }) => {
    if (!member) return undefined
    const details = withoutErased(data)
    const earlierNames = namesBefore(member, details.fullName, recordedAt)
    return { ...withoutDetails(member), ...details, earlierNames, detailChanges: (member.detailChanges ?? 0) + 1 }
  },
  MemberErased: (member, { data: { number } }) => member && { ...withoutDetails(member), erased: number },
}

/** The names of a person before the next one. A name that is taken up again with no other between never ended. */
function namesBefore({ fullName: name, earlierNames = [] }: Member, next: string | undefined, until: string) {
  const names = name ? [...earlierNames, { name, until }] : earlierNames
  return names.at(-1)?.name === next ? names.slice(0, -1) : names.slice(-mostEarlierNames)
}

const withoutDetails = ({
  fullName: _,
  initials: __,
  colour: ___,
  telephone: ____,
  earlierNames: _____,
  ...rest
}: Member): Member => rest

export const evolve = (state: Member | undefined, event: Folded<MemberEvent>) => apply(folds, state, event)

/**
 * `memberIds` includes people who are invited but have not joined yet. `namesOfOthers` are the names that everybody but the person of
 * the command has or had.
 */
export type MemberFacts = {
  memberIds?: readonly string[]
  erasedMembers?: number
  namesOfOthers?: readonly string[]
}

/** The name of a former member whose own name was erased. */
export const formerName = (number: number) => `Former member ${number}`

/** The address of somebody whose own was erased. Its domain is reserved by RFC 2606: no mail ever reaches it. */
export const erasedEmail = (userId: string) => `${userId}@erased.invalid`

const present = (member: Member | undefined): member is Member => member !== undefined && member.state !== 'removed'

const isFull = (context: DecisionContext<MemberFacts>) => (context.facts.memberIds?.length ?? 0) >= mostUsers

const changeable = (member: Member | undefined, context: DecisionContext<MemberFacts>) => {
  if (context.actorRole !== 'owner') return refuse('owner-only')
  if (!present(member)) return refuse('member-not-found')
  return member.userRole === 'owner' ? refuse('owner-fixed') : member
}

/** The details, unless they would give a person a name that is taken for somebody else's: in the history nobody works under another's name. */
function toldApart(
  details: MemberDetails | Refusal,
  { fullName: now }: MemberDetails,
  { facts: { namesOfOthers = [] } }: DecisionContext<MemberFacts>,
): MemberDetails | Refusal {
  if ('refused' in details) return details
  const { fullName } = details
  if (fullName === undefined || fullName === now) return details
  if (isTakenForFettle(fullName)) return refuseDetails('name-of-fettle', 'fullName')
  return isTakenFor(fullName, namesOfOthers) ? refuseDetails('name-of-another', 'fullName') : details
}

const decisions: Decisions<Member, MemberCommand, MemberEvent, MemberFacts> = {
  RegisterOwner: (member) =>
    member ? refuse('member-exists') : [{ type: 'MemberJoined', data: { userRole: 'owner' } }],
  InviteMember: (member, { userId: _, userRole, ...given }, context) => {
    if (context.actorRole !== 'owner') return refuse('owner-only')
    if (member?.erased !== undefined) return refuse('member-erased')
    if (member?.closed) return refuse('member-closed')
    if (present(member)) return refuse('member-exists')
    if (isFull(context)) return refuse('too-many-users', { most: mostUsers })
    const details = toldApart(changedDetails({}, given), {}, context)
    if ('refused' in details) return details
    const invited = { type: 'MemberInvited', data: { userRole } } as const
    return sameDetails(details, {}) ? [invited] : [invited, { type: 'MemberDetailsSet', data: details }]
  },
  AcceptInvitation: (member) => {
    if (member?.state === 'active') return []
    return member?.state === 'invited'
      ? [{ type: 'MemberJoined', data: { userRole: member.userRole } }]
      : refuse('member-not-invited')
  },
  ChangeRole: (state, { userRole }, context) => {
    const member = changeable(state, context)
    if ('refused' in member) return member
    return member.userRole === userRole ? [] : [{ type: 'RoleChanged', data: { from: member.userRole, to: userRole } }]
  },
  RemoveMember: (state, _, context) => {
    if (state?.state === 'removed' && context.actorRole === 'owner') return []
    const member = changeable(state, context)
    return 'refused' in member ? member : [{ type: 'MemberRemoved', data: {} }]
  },
  RestoreMember: (member, _, context) => {
    if (context.actorRole !== 'owner') return refuse('owner-only')
    if (!member) return refuse('member-not-found')
    if (member.state !== 'removed') return []
    if (member.erased !== undefined) return refuse('member-erased')
    if (member.closed) return refuse('member-closed')
    return isFull(context) ? refuse('too-many-users', { most: mostUsers }) : [{ type: 'MemberRestored', data: {} }]
  },
  SetMemberDetails: (member, { userId, ...given }, context) => {
    if (context.actorId !== userId && context.actorRole !== 'owner') return refuseDetails('details-of-others')
    if (!present(member)) return refuse('member-not-found')
    const now = withoutErased(member)
    const details = toldApart(changedDetails(now, given), now, context)
    if ('refused' in details) return details
    if (sameDetails(details, now)) return []
    if ((member.detailChanges ?? 0) >= mostDetailChanges) return refuseDetails('details-changed-often')
    return [{ type: 'MemberDetailsSet', data: details }]
  },
  CloseAccount: (member, { userId }, { actorId }) => {
    if (!member || actorId !== userId) return refuse('member-not-found')
    if (member.userRole === 'owner') return refuse('owner-account-stays')
    return present(member) ? [{ type: 'MemberRemoved', data: { closed: true } }] : []
  },
  EraseMember: (member, given, context) => {
    if (context.actorRole !== 'owner') return refuse('owner-only')
    if (!member) return refuse('member-not-found')
    if (member.state !== 'removed') return refuse('member-present')
    if (member.erased !== undefined) return []
    const reason = given.reason.trim()
    if (!reason) return refuse('reason-required', {}, 'reason')
    return [{ type: 'MemberErased', data: { number: (context.facts.erasedMembers ?? 0) + 1, reason } }]
  },
}
export const decide = decideBy(decisions)
