import type { Change } from '#core/history/changes.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { urgencyWords } from '#core/report/values.ts'

/** What an event of a report states. Undefined for others. */
export function reportChanges({ type, data }: StoredEvent): Change[] | undefined {
  switch (type) {
    case 'RepairReported':
      return [
        { field: 'reportWords', to: data.words },
        { field: 'where', to: data.place },
        ...(data.room ? [{ field: 'room', to: data.room } as const] : []),
        { field: 'howBad', to: urgencyWords[data.urgency] },
        ...(['name', 'telephone', 'email'] as const).flatMap((field) =>
          data[field] ? [{ field: field === 'name' ? 'reportedBy' : field, to: data[field] } as const] : [],
        ),
      ]
    case 'ReportPhotoAdded':
      return [{ field: 'src', to: data.src }]
    case 'ReportClosed':
      return data.answer ? [{ field: 'reportAnswer', to: data.answer }] : []
    case 'ReportMadeJob':
    case 'ReportJoined':
    case 'ReportReopened':
    case 'ReportPageOpened':
    case 'ReportPageClosed':
      return []
    default:
      return undefined
  }
}

/** The sentences of the events of reports and their page. */
export const reportSentences = {
  RepairReported: 'reported a repair',
  ReportPhotoAdded: 'sent a photo with the report',
  ReportMadeJob: 'made a job from the report',
  ReportJoined: 'added the report to a job',
  ReportClosed: 'closed the report',
  ReportReopened: 'reopened the report',
  ReportPageOpened: 'opened the page for reporting repairs',
  ReportPageClosed: 'closed the page for reporting repairs',
} as const

/** The names of these fields, on screens and in documents. */
export const reportFieldNames: Partial<Record<Change['field'], string>> = {
  reportWords: 'What is wrong',
  room: 'Room',
  howBad: 'How bad',
  reportAnswer: 'Answer',
}
