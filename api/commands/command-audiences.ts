import type { DescribedRoute } from '#api/http/described-route.ts'

/**
 * Who may send a command over the network, and any restriction on it. Before `asksAgain` ones, a person who is
 * asked again before big changes must have confirmed lately that it is they.
 */
export type CommandAudience = { for: DescribedRoute['for']; but?: string; asksAgain?: true }

const assigned = 'Team members only for a visit that they are or were assigned to.'
const own = 'Team members only for their own time on site.'

/** For the API description. The decisions enforce the rules; a test checks this list against them and against all commands. */
export const commandAudiences: Record<string, CommandAudience> = {
  CreateJob: { for: 'office' },
  EditJob: { for: 'office' },
  AddTask: { for: 'office' },
  DeleteTask: { for: 'office' },
  DescribeTask: { for: 'office' },
  PriceTask: { for: 'office' },
  CycleTask: { for: 'members' },
  SetTaskStatus: { for: 'members' },
  SetTaskReady: { for: 'members' },
  ChangeWarning: { for: 'members', but: 'The team can set only no access, reschedule or no warning.' },
  ScheduleJob: { for: 'office' },
  DeleteBooking: { for: 'office' },
  AddNote: { for: 'members' },
  DeleteNote: { for: 'members', but: 'Only its author can delete a comment.' },
  DescribeImage: { for: 'members', but: 'Team members can change only their own uploads.' },
  DeleteImage: { for: 'members', but: 'Team members can delete only their own uploads.' },
  ShareAttachment: { for: 'office' },
  TakeBackAttachment: { for: 'office' },
  DeleteAttachment: { for: 'members', but: 'Team members can delete only their own uploads.' },
  SetNextVisit: { for: 'members' },
  ArriveOnSite: { for: 'members', but: assigned },
  LeaveSite: { for: 'members', but: own },
  ChangeTimeOnSite: { for: 'members', but: own },
  WithdrawArrival: { for: 'members', but: own },
  WithdrawLeaving: { for: 'members', but: own },
  ReportNoAccess: { for: 'members', but: assigned },
  PairImage: { for: 'members', but: 'Team members can pair only their own uploads.' },
  UnpairImage: { for: 'members', but: 'Team members can take only their own uploads out of a pair.' },
  SetPhotoRule: { for: 'office' },
  SetPapers: { for: 'owner' },
  AddSignature: { for: 'members' },
  RecordNoSignature: { for: 'members' },
  CorrectTime: { for: 'office' },
  AddPart: { for: 'members' },
  EditPart: { for: 'members' },
  SetPartStatus: { for: 'members' },
  DeletePart: { for: 'members' },
  AddSite: { for: 'office' },
  EditSite: { for: 'office' },
  SetSiteContact: { for: 'office' },
  RemoveSiteContact: { for: 'office' },
  MergeSite: { for: 'office' },
  UndoSiteMerge: { for: 'office' },
  KeepSitesApart: { for: 'office' },
  AddTodo: { for: 'members', but: 'Everyone has their own list.' },
  ToggleTodo: { for: 'members', but: 'Everyone has their own list.' },
  DeleteTodo: { for: 'members', but: 'Everyone has their own list.' },
  SetMemberDetails: { for: 'members', but: 'Only the owner can change the details of others.' },
  ChangeRole: { for: 'owner', asksAgain: true },
  RemoveMember: { for: 'owner', asksAgain: true },
  RestoreMember: { for: 'owner', asksAgain: true },
}
