import * as z from 'zod/mini'
import { type Asked, apply, type Decisions, decideBy, type Folds, type Message, type Recorded, roles } from './model.ts'
import { refuse } from './refusals.ts'
import { id, instant } from './values.ts'

/** A plan allows this many people, the owner among them. */
export const mostUsers = 10

const role = z.enum(roles)
const assignable = z.enum(['admin', 'team'])
const member = z.strictObject({ userId: id })
const nothing = z.strictObject({})

export const events = {
  MemberInvited: z.strictObject({ userRole: assignable }),
  MemberJoined: z.strictObject({ userRole: role }),
  RoleChanged: z.strictObject({ from: role, to: assignable }),
  MemberRemoved: nothing,
}
export type MemberEvent = Message<typeof events>

export const commands = {
  /** The person who registers the company becomes its owner. */
  RegisterOwner: member,
  InviteMember: z.extend(member, { userRole: assignable }),
  AcceptInvitation: member,
  ChangeRole: z.extend(member, { userRole: assignable }),
  RemoveMember: member,
}
export type MemberCommand = Message<typeof commands>

/** A person in a company. Names and emails are kept with the account, so that a person can be forgotten. */
export const memberDocument = z.object({
  userId: id,
  userRole: role,
  state: z.enum(['invited', 'active', 'removed']),
  createdAt: instant,
})
export type Member = z.infer<typeof memberDocument>

const folds: Folds<Member, MemberEvent> = {
  MemberInvited: (_, { data, streamId, recordedAt }) => ({
    userId: streamId,
    ...data,
    state: 'invited',
    createdAt: recordedAt,
  }),
  MemberJoined: (member, { data, streamId, recordedAt }) => ({
    userId: streamId,
    createdAt: member?.createdAt ?? recordedAt,
    ...data,
    state: 'active',
  }),
  RoleChanged: (member, { data }) => member && { ...member, userRole: data.to },
  MemberRemoved: (member) => member && { ...member, state: 'removed' },
}

export const evolve = (state: Member | undefined, event: Recorded<MemberEvent>) => apply(folds, state, event)

/** How many people the company has, those invited and not yet in counted too. */
export type MemberFacts = { memberIds?: readonly string[] }

const present = (member: Member | undefined): member is Member => member !== undefined && member.state !== 'removed'

const changeable = (member: Member | undefined, asked: Asked<MemberFacts>) => {
  if (asked.actorRole !== 'owner') return refuse('owner-only')
  if (!present(member)) return refuse('member-not-found')
  return member.userRole === 'owner' ? refuse('owner-fixed') : member
}

const decisions: Decisions<Member, MemberCommand, MemberEvent, MemberFacts> = {
  RegisterOwner: (member) =>
    member ? refuse('member-exists') : [{ type: 'MemberJoined', data: { userRole: 'owner' } }],
  InviteMember: (member, { userRole }, asked) => {
    if (asked.actorRole !== 'owner') return refuse('owner-only')
    if (present(member)) return refuse('member-exists')
    if ((asked.facts.memberIds?.length ?? 0) >= mostUsers) return refuse('too-many-users', { most: mostUsers })
    return [{ type: 'MemberInvited', data: { userRole } }]
  },
  AcceptInvitation: (member) => {
    if (member?.state === 'active') return []
    return member?.state === 'invited'
      ? [{ type: 'MemberJoined', data: { userRole: member.userRole } }]
      : refuse('member-not-invited')
  },
  ChangeRole: (state, { userRole }, asked) => {
    const member = changeable(state, asked)
    if ('refused' in member) return member
    return member.userRole === userRole ? [] : [{ type: 'RoleChanged', data: { from: member.userRole, to: userRole } }]
  },
  RemoveMember: (state, _, asked) => {
    if (state?.state === 'removed' && asked.actorRole === 'owner') return []
    const member = changeable(state, asked)
    return 'refused' in member ? member : [{ type: 'MemberRemoved', data: {} }]
  },
}
export const decide = decideBy(decisions)
