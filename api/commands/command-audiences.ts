import type { DescribedRoute } from '#api/http/described-route.ts'

/** Who may send a command over the network, and any restriction on it. */
export type CommandAudience = { for: DescribedRoute['for']; but?: string }

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
  SetNextVisit: { for: 'members' },
  CorrectTime: { for: 'office' },
  AddPart: { for: 'members' },
  EditPart: { for: 'members' },
  SetPartStatus: { for: 'members' },
  DeletePart: { for: 'members' },
  AddTodo: { for: 'members', but: 'Everyone has their own list.' },
  ToggleTodo: { for: 'members', but: 'Everyone has their own list.' },
  DeleteTodo: { for: 'members', but: 'Everyone has their own list.' },
  ChangeRole: { for: 'owner' },
  RemoveMember: { for: 'owner' },
  RestoreMember: { for: 'owner' },
}
