import type { deadlineRefusals } from './deadlines/deadline-refusals.ts'
import type { detailsRefusals } from './details-refusals.ts'
import type { recurringRefusals } from './recurring/recurring-refusals.ts'
import type { reportRefusals } from './reports/report-refusals.ts'
import type { siteRefusals } from './site-refusals.ts'
import type { tenantRefusals } from './tenants/tenant-refusals.ts'
import type { undoRefusals } from './undo-refusals.ts'

/** The API maps each kind of refusal to one HTTP status. */
export type RefusalKind = 'invalid' | 'forbidden' | 'not-found' | 'conflict' | 'limit'

/** Every refusal that a rule can give: its code, kind and sentence. Placeholders such as `{name}` are filled in by `refuse`. */
export const refusals = {
  'changed-by-newer-release': [
    'conflict',
    'A newer version of Fettle has changed this in a way that this version does not know. Update Fettle to change it further.',
  ],
  'job-not-found': ['not-found', 'Job not found.'],
  'job-unreadable': ['conflict', 'The first event of this job cannot be read, so it cannot be shown as it was. {why}'],
  'job-exists': ['conflict', 'This job already exists.'],
  'task-not-found': ['not-found', 'Task not found.'],
  'task-exists': ['conflict', 'This task already exists.'],
  'note-not-found': ['not-found', 'Comment not found.'],
  'image-not-found': ['not-found', 'Image not found.'],
  'site-required': ['invalid', 'Site name is required.'],
  'office-only': ['forbidden', 'Only the office may do this.'],
  'owner-only': ['forbidden', 'Only the owner may do this.'],
  'task-moved-on': ['conflict', 'Someone else has changed this task.'],
  'job-moved-on': ['conflict', 'Someone else has changed this field.'],
  'value-moved-on': ['conflict', 'Someone else has changed this in the meantime.'],
  'ready-needs-open-task': ['invalid', 'Only a task that is not completed can be marked ready.'],
  'warning-not-for-team': ['forbidden', 'Your role may set only no access, reschedule or no warning.'],
  'tasks-incomplete': ['invalid', 'All tasks must be completed before setting the job to {warning}.'],
  'not-invoiced': ['conflict', 'This job has no invoice number. Set it to Invoiced first.'],
  'invoice-required': ['invalid', 'Invoice number is required to set the job to Invoiced.'],
  'nothing-to-schedule': ['invalid', 'There are no pending tasks to schedule.'],
  'visit-needed': ['invalid', 'This job has no visit yet. Book one first.'],
  'ends-before-start': ['invalid', 'The end must be after the start.'],
  'already-booked': ['conflict', '{name} is already booked {from} to {to} on job {jobRef}. Book anyway?'],
  'not-a-member': ['invalid', 'One of the people chosen is not in this company.'],
  'note-empty': ['invalid', 'Write something first.'],
  'not-your-note': ['forbidden', 'A comment can be deleted only by its author.'],
  'not-your-image': ['forbidden', 'An image can be changed or deleted only by its uploader or the office.'],
  'attachment-not-found': ['not-found', 'File not found.'],
  'not-your-attachment': ['forbidden', 'A file can be deleted only by its uploader or the office.'],
  'job-full': [
    'limit',
    'This job has {most} {things}, the most that one job can have. Delete one before you add another.',
  ],
  'visit-not-found': ['not-found', 'Visit not found.'],
  'visit-not-yours': ['forbidden', 'Only the people assigned to this visit and the office may do this.'],
  'arrival-not-found': ['not-found', 'This arrival was withdrawn or never recorded.'],
  'not-your-arrival': ['forbidden', 'Only this person and the office may do this.'],
  'on-site-again': ['conflict', 'This person has arrived again since.'],
  'left-before-arrived': ['invalid', 'Left must be after Arrived.'],
  'time-of-visit': ['conflict', 'Change this time at the visit instead.'],
  'photos-needed': ['conflict', 'This job needs {photos} before it is done. Take the photo, or say why there is none.'],
  'signer-required': ['invalid', 'Enter the name of the person who is signing.'],
  'signature-changed': ['invalid', 'This signature did not arrive intact. Please sign again.'],
  'event-not-found': ['not-found', 'The history of this job has no such change.'],
  'reason-required': ['invalid', 'Enter a reason.'],
  'time-ahead': ['invalid', 'This time is in the future.'],
  'already-so': ['conflict', 'There is nothing to change: it is already like this.'],
  'deadline-not-found': ['not-found', 'This deadline no longer exists.'],
  'before-start': ['invalid', 'This time is before {start}: the clock had not started.'],
  'part-not-found': ['not-found', 'Part not found.'],
  'part-exists': ['conflict', 'This part already exists.'],
  'part-moved-on': ['conflict', 'Someone else has changed this field.'],
  'part-name-required': ['invalid', 'Product Name is required.'],
  'purchase-date-required': ['invalid', 'Purchase Date is required.'],
  'delivery-required': ['invalid', 'Expected Delivery is required.'],
  'delivery-before-purchase': ['invalid', 'Expected Delivery must not be before Purchase Date.'],
  'link-not-web': ['invalid', 'Product Link must be a full link, starting with https://'],
  'todo-not-found': ['not-found', 'Task not found.'],
  'todo-list-full': ['limit', 'A list can hold up to {most} tasks. Delete some completed ones first.'],
  'view-not-found': ['not-found', 'View not found.'],
  'view-name-required': ['invalid', 'Give the view a name.'],
  'view-name-taken': ['conflict', 'There is already a view called {name}. Choose another name.'],
  'own-views-full': ['limit', 'You can keep up to {most} views of your own. Delete one before you save another.'],
  'shared-views-full': ['limit', 'The office can share up to {most} views. Delete one before you share another.'],
  'user-information-missing': ['forbidden', 'User information is missing. Please try again.'],
  'level-names-differ': ['invalid', 'Two service levels have the same name.'],
  'company-exists': ['conflict', 'This company is already registered.'],
  'company-not-found': ['not-found', 'Company not found.'],
  'company-closed': [
    'conflict',
    'Your company was closed, so it can be read but not changed. The owner can reopen it until it is erased.',
  ],
  'company-name-differs': ['invalid', 'This is not the name of your company.'],
  'company-erased': ['conflict', 'The 30 days are over: the company is being erased and cannot be reopened.'],
  'own-second-factor-first': [
    'conflict',
    'Set up an authenticator app or a passkey for yourself first, so that you do not lock yourself out.',
  ],
  'papers-telephone': ['invalid', 'Enter a telephone number in digits, such as 020 7946 0018.'],
  'papers-email': ['invalid', 'Enter an email address, such as office@example.com.'],
  'vat-number': ['invalid', 'This is not a VAT number. Check its digits, such as GB 123 4567 82.'],
  'vat-without-number': ['invalid', 'Enter your VAT number, or choose No VAT.'],
  'never-told': ['invalid', 'The team cannot be told of this.'],
  'second-factor-required': [
    'conflict',
    'Your company requires two-factor sign-in. Set up another authenticator app or passkey before you remove this one.',
  ],
  'extra-checks-required': [
    'conflict',
    'Your company requires two-factor sign-in, so you are asked again before big changes.',
  ],
  'member-exists': ['conflict', 'This person is already in the company.'],
  'member-not-found': ['not-found', 'User not found.'],
  'member-present': ['conflict', 'Delete this user first. Only a former member can be erased.'],
  'member-erased': ['conflict', 'The name and email of this person were erased. Add them as a new user.'],
  'member-closed': ['conflict', 'This person closed their account. Add them as a new user.'],
  'owner-account-stays': [
    'conflict',
    'A company cannot be without its owner, so the owner’s account cannot be closed on its own. Close the company instead.',
  ],
  'erasure-gone': ['conflict', 'Some of this can no longer be erased. Please check again.'],
  'member-not-invited': ['conflict', 'This invitation is no longer open.'],
  'owner-fixed': ['forbidden', 'Owner accounts cannot be changed.'],
  'plan-ended': [
    'limit',
    'Your {plan} has ended. Choose a plan to create new jobs. You can still see your data and finish work in progress.',
  ],
  'no-such-plan': ['invalid', 'There is no such plan.'],
  'plan-owned': ['conflict', 'You are already on the {plan} plan.'],
  'too-many-users': ['limit', 'Your plan allows up to {most} users.'],
} as const satisfies Record<string, readonly [RefusalKind, string]>

export type RefusalCode =
  | keyof typeof refusals
  | keyof typeof undoRefusals
  | keyof typeof detailsRefusals
  | keyof typeof siteRefusals
  | keyof typeof deadlineRefusals
  | keyof typeof recurringRefusals
  | keyof typeof reportRefusals
  | keyof typeof tenantRefusals
export type Refusal = { refused: RefusalCode; kind: RefusalKind; error: string; field?: string }

/** A refusal as a value, with the placeholders of its sentence filled in. */
export function refuse(
  code: keyof typeof refusals,
  words: Record<string, string | number> = {},
  field?: string,
): Refusal {
  const [kind, sentence] = refusals[code]
  const error = sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(words[name] ?? ''))
  return { refused: code, kind, error, ...(field ? { field } : {}) }
}

export const isRefusal = (outcome: object): outcome is Refusal => 'refused' in outcome
